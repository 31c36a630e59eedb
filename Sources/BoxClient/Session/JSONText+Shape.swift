package import BoxWire

/// A JSON Schema in a few words, such as `whole number, 1 to 5`. Unknown keywords are left out.
extension JSONText {
  package var shape: String {
    if let reference = self["$ref"]?.string {
      return String(reference.split(separator: "/").last ?? "")
    }
    if let parts = (self["allOf"] ?? self["anyOf"])?.elements, !parts.isEmpty {
      return parts.map(\.shape).joined(separator: self["anyOf"] == nil ? " and " : " or ")
    }
    if let values = self["enum"]?.elements {
      return values.map { $0.string ?? $0.description }.joined(separator: " or ")
    }
    return ([typeName] + bounds).joined(separator: ", ")
  }

  private var typeName: String {
    switch self["type"]?.string {
    case "string": self["format"]?.string ?? "string"
    case "integer": "whole number"
    case "number": "number"
    case "boolean": "true or false"
    case "null": "null"
    case "array": "list of \(self["items"]?.shape ?? "anything")"
    case "object": "object\(memberNames)"
    case nil: "anything"
    case .some(let name): name
    }
  }

  private var memberNames: String {
    guard let members = self["properties"]?.members else { return "" }
    return " of \(members.map(\.name).joined(separator: ", "))"
  }

  private var bounds: [String] {
    [
      range("minimum", "maximum"), range("minLength", "maxLength", of: " characters"),
      range("minItems", "maxItems", of: " elements"),
    ].compactMap(\.self)
  }

  private func range(_ lower: String, _ upper: String, of unit: String = "") -> String? {
    switch (self[lower], self[upper]) {
    case (nil, nil): nil
    case (let from?, nil): "from \(from)\(unit)"
    case (nil, let to?): "up to \(to)\(unit)"
    case (let from?, let to?): "\(from) to \(to)\(unit)"
    }
  }
}
