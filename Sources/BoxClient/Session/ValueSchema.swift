package import BoxWire

/// A JSON Schema (draft 7) as far as it helps to ask for a value and to show one. Unknown keywords are
/// ignored.
package struct ValueSchema: Equatable {
  /// The keywords, with those of what the schema refers to.
  private let keywords: JSONText
  private let definitions: JSONText?
  /// The names of the types that it allows; empty for any.
  private let types: Set<String>

  /// - Parameter definitions: the schemas that it may refer to, by name.
  package init(_ schema: JSONText, _ definitions: JSONText?) {
    self.init(schema, definitions, depth: 0)
  }

  /// - Parameter depth: the number of references so far, since a schema may refer to itself.
  private init(_ schema: JSONText, _ definitions: JSONText?, depth: Int) {
    self.definitions = definitions
    guard depth < Self.deepest else {
      (keywords, types) = (JSONText(members: []), [])
      return
    }
    var members: [(name: String, value: JSONText)] = []
    let name = schema["$ref"]?.string?.split(separator: "/").last
    let parts =
      (name.flatMap { definitions?[String($0)] }.map { [$0] } ?? [])
      + (schema["allOf"]?.elements ?? [])
    for part in parts {
      members += ValueSchema(part, definitions, depth: depth + 1).keywords.members ?? []
    }
    members += (schema.members ?? []).filter { $0.name != "$ref" && $0.name != "allOf" }
    keywords = JSONText(members: members)
    if let choices = keywords["anyOf"]?.elements {
      let all = choices.map { ValueSchema($0, definitions, depth: depth + 1).types }
      types = all.contains([]) ? [] : all.reduce([]) { $0.union($1) }
    } else {
      types = Set(
        keywords["type"].map { $0.string.map { [$0] } ?? $0.elements?.compactMap(\.string) ?? [] }
          ?? [])
    }
  }

  private static let deepest = 16

  /// The schema in a few words.
  package var shape: String { keywords.shape }

  /// The value that is used when none is given; nil if there is none.
  package var fallback: JSONText? { keywords["default"] }

  /// The texts from which one is to be chosen; empty if others are allowed, too.
  package var choices: [String] {
    if types == ["boolean"] { return ["false", "true"] }
    return (keywords["enum"]?.elements ?? []).compactMap(\.string)
  }

  /// The schema of the elements of an array.
  package var element: ValueSchema {
    ValueSchema(keywords["items"] ?? JSONText(members: []), definitions)
  }

  /// The names of an object's members, in order.
  package var memberNames: [String] { keywords["properties"]?.members?.map(\.name) ?? [] }

  // MARK: Typed values

  /// Reads what a user has typed: a text as it is if only strings are allowed, otherwise JSON, or a
  /// string if that is not JSON. `yes` and `no` are Booleans where no string is allowed.
  ///
  /// - Returns: nil if the schema does not allow it.
  package func value(of text: String) -> JSONText? {
    if types == ["string"] { return allowed(JSONText(text)) }
    if let json = try? JSONText(parsing: text.utf8), allows(json) { return json }
    if types == ["boolean"], let boolean = ["yes": true, "no": false][text] {
      return allowed(JSONText(boolean))
    }
    return allowed(JSONText(text))
  }

  private func allowed(_ value: JSONText) -> JSONText? { allows(value) ? value : nil }

  /// Whether type, range, length and choice of a value are allowed.
  package func allows(_ value: JSONText) -> Bool {
    guard types.isEmpty || types.contains(where: value.isOfType) else { return false }
    if let choices = keywords["enum"]?.elements, !choices.contains(value) { return false }
    if let number = value.double {
      return isInRange(number, "minimum", "maximum")
    }
    if let text = value.string {
      return isInRange(Double(text.unicodeScalars.count), "minLength", "maxLength")
    }
    if let elements = value.elements {
      return isInRange(Double(elements.count), "minItems", "maxItems")
    }
    return true
  }

  private func isInRange(_ number: Double, _ lower: String, _ upper: String) -> Bool {
    number >= keywords[lower]?.double ?? -.infinity
      && number <= keywords[upper]?.double ?? .infinity
  }
}

extension JSONText {
  /// - Parameter type: the name of a type in a JSON Schema.
  fileprivate func isOfType(_ type: String) -> Bool {
    switch type {
    case "string": string != nil
    case "integer": integer != nil
    case "number": isNumber
    case "boolean": boolean != nil
    case "null": isNull
    case "array": elements != nil
    case "object": members != nil
    default: false
    }
  }
}
