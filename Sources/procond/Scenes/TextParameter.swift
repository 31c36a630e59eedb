internal import BoxWire

/// A text with rules in Domain, as a parameter. Its schema contains the limit of its bytes, and
/// ``rules`` what a schema cannot express. Domain ignores whitespace at its ends.
protocol TextParameter: ParameterValue {
  /// Maximum number of bytes of UTF-8.
  static var mostBytes: Int { get }
  /// The rules in words.
  static var rules: String { get }
  var text: String { get }
  init(_ text: String)
}

extension TextParameter {
  /// The rules that all texts obey.
  ///
  /// - Parameter characters: maximum number of characters.
  static func commonRules(_ characters: Int) -> String {
    "1 to \(characters) characters as people count them, at most \(mostBytes) bytes, on one line"
  }

  /// Of titles.
  static var hiddenRule: String { ", without characters that cannot be seen." }

  static var typeName: String { String.typeName }
  static var jsonSchema: JSONSchema { JSONSchema.string.length(1...mostBytes) }

  init?(json: JSONText) {
    guard let text = json.string else { return nil }
    self.init(text)
  }

  var json: JSONText { JSONText(text) }
}
