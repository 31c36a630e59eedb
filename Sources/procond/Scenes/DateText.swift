internal import Application
internal import BoardValues
internal import BoxServer
internal import BoxWire
internal import Domain

/// A time as a parameter, in RFC 3339 format, such as the `updated` that a client has seen.
struct DateText: ParameterValue {
  static var typeName: String { "a date in RFC 3339 format" }
  static let jsonSchema = JSONSchema.string

  let date: Timestamp

  init?(json: JSONText) {
    guard let date = json.string.flatMap(Timestamp.init(rfc3339:)) else { return nil }
    self.date = date
  }

  var json: JSONText { JSONText(date.rfc3339) }
}

extension Parameter<DateText?> {
  /// A parameter of intents that must not overwrite a change that the caller has not seen.
  ///
  /// - Parameter name: the name of the item that has the date.
  static func ifUpdated(of name: String) -> Self {
    Parameter(
      .ifUpdated,
      description: "Only if the \(name)'s `updated` is still this; otherwise nothing changes.")
  }
}
