internal import Application
internal import BoxServer
internal import BoxWire
internal import Domain

/// A moment as a parameter: RFC 3339, such as the `updated` of what a client saw.
struct DateText: ParameterValue {
  static var typeName: String { "a date as RFC 3339 writes it" }
  static let jsonSchema = JSONSchema.string

  let date: Timestamp

  init?(json: JSONText) {
    guard let date = json.string.flatMap(Timestamp.init(rfc3339:)) else { return nil }
    self.date = date
  }

  var json: JSONText { JSONText(date.rfc3339) }
}

extension Parameter<DateText?> {
  /// Of an intent that is not to undo what its caller has not seen.
  ///
  /// - Parameter name: of what has the date.
  static func ifUpdated(of name: String) -> Self {
    Parameter(
      "ifUpdated",
      description: "Only if the \(name)'s `updated` is still this; otherwise nothing changes.")
  }
}
