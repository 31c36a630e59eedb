internal import BoxWire

/// A text that Domain has rules for, as a parameter. Its schema has the limit of its bytes, and
/// ``rules`` what a schema cannot express. Domain does not count whitespace at its ends.
protocol TextParameter: ParameterValue {
  /// Of UTF-8, at most.
  static var mostBytes: Int { get }
  /// The rules in words.
  static var rules: String { get }
  var text: String { get }
  init(_ text: String)
}

extension TextParameter {
  /// What all of them obey.
  ///
  /// - Parameter characters: at most.
  static func commonRules(_ characters: Int) -> String {
    "1 to \(characters) characters as people count them, at most \(mostBytes) bytes, on one line"
  }

  static var typeName: String { String.typeName }
  static var jsonSchema: JSONSchema { JSONSchema.string.length(1...mostBytes) }

  init?(json: JSONText) {
    guard let text = json.string else { return nil }
    self.init(text)
  }

  var json: JSONText { JSONText(text) }
}
