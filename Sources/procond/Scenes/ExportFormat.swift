internal import BoxWire

/// The format of an exported topic, as a parameter.
enum ExportFormat: String, CaseIterable, ParameterValue {
  case json
  case markdown

  static var typeName: String { "\"json\" or \"markdown\"" }
  static let jsonSchema = JSONSchema.string(oneOf: allCases.map(\.rawValue))

  init?(json: JSONText) {
    guard let format = json.string.flatMap(Self.init(rawValue:)) else { return nil }
    self = format
  }

  var json: JSONText { JSONText(rawValue) }
}
