internal import BoxWire

/// What a value is compared with: `VALUE`, or one of `!=`, `<`, `<=`, `>` and `>=` and what it is to
/// be so to.
struct Condition: Equatable, Sendable {
  enum Relation: String, CaseIterable, Sendable {
    // Longer ones first: they begin like the shorter ones.
    case atMost = "<="
    case atLeast = ">="
    case not = "!="
    case below = "<"
    case above = ">"
  }

  /// nil: to be equal.
  let relation: Relation?
  let operand: JSONText

  /// Before a number, or after `!=` any value, a relation counts as such; anything else is a value
  /// to be equal to: JSON if it reads as JSON, else a string.
  init(argument text: String) {
    for relation in Relation.allCases where text.hasPrefix(relation.rawValue) {
      let rest = JSONText(argument: String(text.dropFirst(relation.rawValue.count)))
      guard relation == .not || rest.isNumber else { continue }
      self.relation = relation
      operand = rest
      return
    }
    relation = nil
    operand = JSONText(argument: text)
  }

  /// Whether a value is as wanted; what is not a number is neither above nor below one.
  func holds(for value: JSONText) -> Bool {
    guard let relation else { return value.means(operand) }
    if relation == .not { return !value.means(operand) }
    guard let order = value.order(to: operand) else { return false }
    return switch relation {
    case .atMost: order <= 0
    case .atLeast: order >= 0
    case .below: order < 0
    case .above: order > 0
    case .not: false
    }
  }
}

extension Condition: CustomStringConvertible {
  /// As it was written.
  var description: String { (relation?.rawValue ?? "") + operand.description }
}

extension JSONText {
  /// Whether both are the same value, however they are written: members in any order, numbers and
  /// characters in any spelling.
  func means(_ other: JSONText) -> Bool {
    if self == other { return true }
    if let string, let text = other.string { return string.utf8.elementsEqual(text.utf8) }
    if isNumber, other.isNumber { return order(to: other) == 0 }
    if let elements, let others = other.elements {
      return elements.count == others.count
        && zip(elements, others).allSatisfy { $0.means($1) }
    }
    guard let members, let others = other.members, members.count == others.count else {
      return false
    }
    return members.allSatisfy { member in other[member.name].map(member.value.means) ?? false }
  }

  /// Below, at or above 0 as this number is less than, equal to or more than the other; nil when one
  /// is no number, or too large for a double.
  fileprivate func order(to other: JSONText) -> Int? {
    if let left = integer, let right = other.integer {
      return (left > right ? 1 : 0) - (left < right ? 1 : 0)
    }
    guard let left = double, let right = other.double else { return nil }
    return (left > right ? 1 : 0) - (left < right ? 1 : 0)
  }
}
