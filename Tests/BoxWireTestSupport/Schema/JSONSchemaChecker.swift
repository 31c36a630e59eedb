internal import BoxWire

/// Checks that something is a JSON Schema: draft 7, as far as `JSONSchemaValidator` knows it.
struct JSONSchemaChecker {
  /// What references point into.
  let document: JSONText

  /// What is wrong, each with its place.
  func faults(in schema: JSONText, at place: String) -> [String] {
    if schema.boolean != nil { return [] }
    guard let keywords = schema.members else { return ["\(place) is no schema: \(schema)"] }
    if let reference = schema["$ref"] {
      let isGood = keywords.count == 1 && reference.string.flatMap(document.target(of:)) != nil
      return isGood ? [] : ["\(place) is no good reference: \(schema)"]
    }
    return keywords.flatMap { faults(in: $0.value, of: $0.name, in: schema, at: place) }
  }

  private func faults(
    in value: JSONText, of keyword: String, in schema: JSONText, at place: String
  ) -> [String] {
    let place = "\(place).\(keyword)"
    let isGood: Bool
    switch keyword {
    case "allOf", "anyOf":
      guard let parts = value.elements, !parts.isEmpty else { return ["\(place) is empty"] }
      return parts.flatMap { faults(in: $0, at: place) }
    case "items": return faults(in: value, at: place)
    case "properties":
      guard let members = value.members else { return ["\(place) is no object"] }
      return members.flatMap { faults(in: $0.value, at: "\(place).\($0.name)") }
    case "default": return self.faults(of: [value], against: schema, at: place)
    case "examples":
      guard let examples = value.elements else { return ["\(place) is no array"] }
      return self.faults(of: examples, against: schema, at: place)
    case "type": isGood = value.string.map(types.contains) ?? false
    case "title", "description", "pattern": isGood = value.string?.isEmpty == false
    case "format": isGood = value.string == "date-time"
    case "minimum", "maximum": isGood = value.isNumber
    case "minLength", "maxLength", "minItems", "maxItems": isGood = value.integer ?? -1 >= 0
    case "additionalProperties": isGood = value.boolean != nil
    case "enum": isGood = value.elements.map { !$0.isEmpty && Set($0).count == $0.count } ?? false
    case "required":
      let names = value.elements?.map(\.string)
      isGood = names?.allSatisfy { $0.flatMap { schema["properties", $0] } != nil } ?? false
    default: isGood = false
    }
    return isGood ? [] : ["\(place) cannot be \(value)"]
  }

  /// Examples and defaults must keep what they stand beside.
  private func faults(
    of values: [JSONText], against schema: JSONText, at place: String
  ) -> [String] {
    values.flatMap { JSONSchemaValidator(document).faults(of: $0, against: schema, at: place) }
  }
}

private let types: Set = ["string", "integer", "number", "boolean", "null", "array", "object"]
