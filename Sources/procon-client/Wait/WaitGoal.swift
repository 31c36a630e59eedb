internal import BoxWire
internal import Terminal

/// What `wait` waits for.
enum WaitGoal: Equatable, Sendable {
  /// A value that meets at least one of these conditions. The list is not empty.
  case any(of: [Condition])
  /// A value other than these. The list is not empty.
  case none(of: [JSONText])
  /// Any value.
  case exists
  /// No value.
  case gone

  /// - Parameter value: nil if the box, or the part of it, does not exist.
  func isReached(by value: JSONText?) -> Bool {
    guard let value else { return self == .gone }
    return switch self {
    case .any(let conditions): conditions.contains { $0.holds(for: value) }
    case .none(let values): !values.contains { value.isEquivalent(to: $0) }
    case .exists: true
    case .gone: false
    }
  }

  /// Warnings about values that were most likely meant as comparisons.
  var warnings: [String] {
    guard case .any(let conditions) = self else { return [] }
    return conditions.compactMap { condition in
      guard condition.relation == nil, let text = condition.operand.string,
        let first = text.first, "=<>!~".contains(first)
      else { return nil }
      return """
        '\(text.excerpt)' is compared as a string; give the value alone for equality, several values for \
        any of them, a number after <, <=, > or >=, or --not, --exists or --gone
        """
    }
  }
}

extension WaitGoal: CustomStringConvertible {
  /// For a message: `the number 5 or the string "done"`.
  var description: String {
    switch self {
    case .any(let conditions):
      conditions.map { $0.relation == nil ? $0.operand.named : "\($0)" }.joined(separator: " or ")
    case .none(let values): "other than \(values.map(\.named).joined(separator: " or "))"
    case .exists: "there"
    case .gone: "gone"
    }
  }
}

extension JSONText {
  /// The value with its type if another type could look the same, for a message.
  var named: String {
    let shown = description.printable.truncated(to: 60)
    return if string != nil { "the string \(shown)" } else if isNumber {
      "the number \(shown)"
    } else { shown }
  }
}
