internal import BoxWire
internal import Domain

/// The text of an argument as a parameter. Its rules are described here and enforced by Domain,
/// which does not count whitespace at its ends.
struct ArgumentText: ParameterValue {
  static var typeName: String { String.typeName }
  static let jsonSchema = JSONSchema.string.length(1...Limits.textBytes)
  /// The rules that a schema cannot express.
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
