internal import BoxWire

/// A comparison from the command line: a value, or a value after `!=`, `<`, `<=`, `>` or `>=`.
struct Condition: Equatable, Sendable {
  enum Relation: String, CaseIterable, Sendable {
    // Longer ones first, because the shorter ones are prefixes of them.
    case atMost = "<="
    case atLeast = ">="
    case not = "!="
    case below = "<"
    case above = ">"
  }

  /// nil for equality.
  let relation: Relation?
  let operand: JSONText

  /// `!=` is a relation before any value, the others only before a number. Any other text is a
  /// value to compare for equality: JSON if it is valid JSON, else a string.
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

  /// Whether the condition holds for a value. A value that is not a number is neither above nor
  /// below a number.
  func holds(for value: JSONText) -> Bool {
    guard let relation else { return value.isEquivalent(to: operand) }
    if relation == .not { return !value.isEquivalent(to: operand) }
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
  /// The text as it was given.
  var description: String { (relation?.rawValue ?? "") + operand.description }
}

extension JSONText {
  /// Whether both are the same value, regardless of the order of members, the notation of numbers
  /// such as `1` and `1.0`, and escapes in strings.
  func isEquivalent(to other: JSONText) -> Bool {
    if self == other { return true }
    if let string, let text = other.string { return string.utf8.elementsEqual(text.utf8) }
    if isNumber, other.isNumber { return order(to: other) == 0 }
    if let elements, let others = other.elements {
      return elements.count == others.count
        && zip(elements, others).allSatisfy { $0.isEquivalent(to: $1) }
    }
    guard let members, let others = other.members, members.count == others.count else {
      return false
    }
    return members.allSatisfy { member in other[member.name].map(member.value.isEquivalent) ?? false
    }
  }

  /// Negative, 0 or positive if this number is less than, equal to or greater than the other; nil
  /// when one of them is not a number, or too large for a double.
  fileprivate func order(to other: JSONText) -> Int? {
    if let left = integer, let right = other.integer {
      return (left > right ? 1 : 0) - (left < right ? 1 : 0)
    }
    guard let left = double, let right = other.double else { return nil }
    return (left > right ? 1 : 0) - (left < right ? 1 : 0)
  }
}
