internal import BoxWire

/// Patterns as a parameter: an array of at least one.
struct PatternList: ParameterValue {
  let patterns: [Pattern]

  static let typeName = "an array of patterns, such as [\"shared.**\"]"
  static let jsonSchema = JSONSchema.array(of: .string).count(1...Int.max)

  init(_ patterns: [Pattern]) {
    self.patterns = patterns
  }

  init?(json: JSONText) {
    guard let elements = json.elements, !elements.isEmpty else { return nil }
    let patterns = elements.compactMap { $0.string.flatMap { Pattern($0) } }
    guard patterns.count == elements.count else { return nil }
    self.init(patterns)
  }

  var json: JSONText { JSONText(elements: patterns.map { JSONText($0.text) }) }
}
