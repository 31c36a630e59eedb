internal import BoxWire
internal import Domain

/// A side as a parameter: `pro` or `con`.
struct SideParameter: ParameterValue {
  static var typeName: String { "\"pro\" or \"con\"" }
  static let jsonSchema = JSONSchema.string(oneOf: Side.allCases.map(\.rawValue))

  let side: Side

  init?(json: JSONText) {
    guard let side = json.string.flatMap(Side.init(rawValue:)) else { return nil }
    self.side = side
  }

  var json: JSONText { JSONText(side.rawValue) }
}
