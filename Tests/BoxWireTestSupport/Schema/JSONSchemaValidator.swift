package import BoxWire

/// Holds values against JSON Schemas: draft 7, as far as the daemon's document uses it. A keyword
/// that is not known here is a fault, so that none goes unchecked.
package struct JSONSchemaValidator {
  /// What references point into.
  let document: JSONText
  /// Whether a member that `properties` does not name is a fault also where it is allowed.
  let isClosed: Bool

  package init(_ document: JSONText, isClosed: Bool = false) {
    self.document = document
    self.isClosed = isClosed
  }

  /// What is wrong with the value, each with its place; none when it keeps the schema.
  package func faults(
    of value: JSONText, against schema: JSONText, at place: String = "value"
  ) -> [String] {
    if let allowsAll = schema.boolean { return allowsAll ? [] : ["\(place) must not be there"] }
    guard let keywords = schema.members else { return ["\(place) has no schema: \(schema)"] }
    if let reference = schema["$ref"]?.string {
      guard let target = document.target(of: reference) else {
        return ["\(place) refers to \(reference), which is not there"]
      }
      return faults(of: value, against: target, at: place)
    }
    return keywords.flatMap { keyword in
      faults(of: value, at: place, keyword.name, keyword.value, in: schema)
    }
  }

  private func faults(
    of value: JSONText, at place: String, _ keyword: String, _ wanted: JSONText,
    in schema: JSONText
  ) -> [String] {
    let isKept: Bool
    switch keyword {
    case "title", "description", "default", "examples": return []
    case "allOf":
      return (wanted.elements ?? []).flatMap { faults(of: value, against: $0, at: place) }
    case "anyOf":
      isKept = (wanted.elements ?? []).contains { faults(of: value, against: $0).isEmpty }
    case "items":
      return (value.elements ?? []).enumerated().flatMap {
        faults(of: $1, against: wanted, at: "\(place)[\($0)]")
      }
    case "properties": return memberFaults(of: value, wanted, at: place)
    case "additionalProperties":
      isKept = wanted.boolean == true || value.names.allSatisfy { schema["properties", $0] != nil }
    case "required":
      let names = value.names
      isKept =
        value.members == nil
        || (wanted.elements ?? []).compactMap(\.string).allSatisfy(names.contains)
    default: isKept = value.keeps(keyword, wanted)
    }
    return isKept ? [] : ["\(place) breaks \(keyword) \(wanted): \(value)"]
  }

  private func memberFaults(of value: JSONText, _ wanted: JSONText, at place: String) -> [String] {
    (value.members ?? []).flatMap { member in
      guard let schema = wanted[member.name] else {
        return isClosed ? ["\(place).\(member.name) is not described"] : []
      }
      return faults(of: member.value, against: schema, at: "\(place).\(member.name)")
    }
  }
}

extension JSONText {
  /// Whether it keeps a keyword that has no schemas in it.
  fileprivate func keeps(_ keyword: String, _ wanted: JSONText) -> Bool {
    switch keyword {
    case "type": isOf(type: wanted.string ?? "")
    case "enum": (wanted.elements ?? []).contains(self)
    case "minimum": double.map { $0 >= wanted.double ?? .infinity } ?? !isNumber
    case "maximum": double.map { $0 <= wanted.double ?? -.infinity } ?? !isNumber
    case "minLength": string.map { $0.unicodeScalars.count >= wanted.integer ?? .max } ?? true
    case "maxLength": string.map { $0.unicodeScalars.count <= wanted.integer ?? -1 } ?? true
    case "minItems": elements.map { $0.count >= wanted.integer ?? .max } ?? true
    case "maxItems": elements.map { $0.count <= wanted.integer ?? -1 } ?? true
    case "pattern": string.map { $0.holds(pattern: wanted.string ?? "") } ?? true
    case "format": wanted.string == "date-time" && (string.map(\.isDateTime) ?? true)
    default: false
    }
  }

  private func isOf(type: String) -> Bool {
    switch type {
    case "string": string != nil
    case "integer": integer != nil || (double.map { $0.rounded() == $0 } ?? false)
    case "number": isNumber
    case "boolean": boolean != nil
    case "null": isNull
    case "array": elements != nil
    case "object": members != nil
    default: false
    }
  }

  /// What a reference such as `#/components/schemas/Path` points at; nil when nothing is there, or
  /// it points elsewhere.
  func target(of reference: String) -> JSONText? {
    guard reference.hasPrefix("#/") else { return nil }
    return reference.dropFirst(2).split(separator: "/").reduce(self) { $0?[String($1)] }
  }
}

extension String {
  fileprivate func holds(pattern: String) -> Bool {
    guard let regex = try? Regex(pattern) else { return false }
    return contains(regex.matchingSemantics(.unicodeScalar))
  }

  /// RFC 3339, in UTC.
  fileprivate var isDateTime: Bool {
    wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/) != nil
  }
}
