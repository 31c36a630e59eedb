internal import BoxWire

/// The rules in the text of a policy file.
struct PolicyText {
  /// In order, 0 to ``mostRules``; without any, everything is denied.
  let rules: [PolicyRule]

  /// Maximum number of rules: far more than people can keep track of.
  static let mostRules = 1000

  /// - Throws: `ConfigurationError` for text that is not JSON, and for anything in it that is not as
  ///   the manual says.
  init(_ text: [UInt8]) throws(ConfigurationError) {
    guard let member = try JSONSource.members(of: text, known: ["rules"]).first else {
      throw ConfigurationError(line: nil, message: "it has no key rules")
    }
    guard let elements = member.value.elements else { throw member.cannotBe("an array of rules") }
    if elements.count > Self.mostRules {
      throw ConfigurationError(
        line: elements[Self.mostRules].line,
        message: "there are \(elements.count) rules; the maximum is \(Self.mostRules)")
    }
    var rules: [PolicyRule] = []
    for element in elements { rules.append(try PolicyRule(element)) }
    self.rules = rules
  }
}
