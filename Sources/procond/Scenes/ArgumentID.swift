internal import BoxWire

/// The id of an argument as a parameter. It is a string of digits; the same digits as a number,
/// which is easier to type in a shell, are also accepted.
struct ArgumentID: ParameterValue {
  static var typeName: String { "a string" }
  static let jsonSchema = JSONSchema.any(of: .string, .integer)

  let text: String

  init(_ text: String) {
    self.text = text
  }

  init?(json: JSONText) {
    guard let text = json.string ?? json.integer.map(String.init) else { return nil }
    self.text = text
  }

  var json: JSONText { JSONText(text) }
}
