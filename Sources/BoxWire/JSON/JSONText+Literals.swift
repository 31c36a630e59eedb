/// A JSON text can be written as a Swift literal: `["text": "No breaks", "weight": 2]`.
extension JSONText: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) {
    self.init(value)
  }

  public init(integerLiteral value: Int) {
    self.init(value)
  }

  /// - Precondition: it is finite, as JSON numbers are.
  public init(floatLiteral value: Double) {
    precondition(value.isFinite, "JSON has no number \(value)")
    self.init(valid: Array("\(value)".utf8))
  }

  public init(booleanLiteral value: Bool) {
    self.init(value)
  }

  public init(arrayLiteral elements: JSONText...) {
    self.init(elements: elements)
  }

  /// Keeps the order of the members.
  public init(dictionaryLiteral members: (String, JSONText)...) {
    self.init(members: members.map { (name: $0.0, value: $0.1) })
  }
}

extension Parameters: ExpressibleByDictionaryLiteral {
  /// Keeps the order of the members; of equal names the last one wins. A member that is nil is left
  /// out.
  public init(dictionaryLiteral members: (String, JSONText?)...) {
    self.init(members.compactMap { name, value in value.map { Member(name: name, value: $0) } })
  }
}
