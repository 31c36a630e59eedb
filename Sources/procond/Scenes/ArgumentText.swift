internal import BoxWire
internal import Domain

/// The text of an argument as a parameter. Its rules are told here, and kept by Domain, which
/// counts it without the white space at its ends.
struct ArgumentText: ParameterValue {
  static var typeName: String { String.typeName }
  static let jsonSchema = JSONSchema.string.length(1...Limits.textBytes)
  /// What a client is told of the rules that a schema has no words for.
  static let rules =
    "1 to \(Limits.textCharacters.upperBound) characters as people count them, at most "
    + "\(Limits.textBytes) bytes, on one line; once a side, upper or lower case."

  let text: String

  init(_ text: String) {
    self.text = text
  }

  init?(json: JSONText) {
    guard let text = json.string else { return nil }
    self.text = text
  }

  var json: JSONText { JSONText(text) }
}
