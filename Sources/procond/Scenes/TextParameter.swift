internal import BoxWire

/// A text that Domain has rules for, as a parameter. The schema names the limit of its bytes; what it
/// cannot express is described in ``rules``.
protocol TextParameter: ParameterValue {
  /// Of UTF-8, at most.
  static var mostBytes: Int { get }
  /// The rules in words.
  static var rules: String { get }
  var text: String { get }
  init(_ text: String)
}

extension TextParameter {
  static var typeName: String { String.typeName }
  static var jsonSchema: JSONSchema { JSONSchema.string.length(1...mostBytes) }

  init?(json: JSONText) {
    guard let text = json.string else { return nil }
    self.init(text)
  }

  var json: JSONText { JSONText(text) }
}
