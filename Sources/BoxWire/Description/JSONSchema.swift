/// The values that a JSON value may have, as a JSON Schema (draft 7, json-schema.org/draft-07).
public struct JSONSchema: Equatable, Sendable {
  private struct Keyword: Equatable, Sendable {
    let name: String
    let value: JSONText
  }

  /// In the order in which they were given.
  private var keywords: [Keyword] = []
  /// The bodies of the named schemas that this one refers to, by name.
  public private(set) var definitions: [String: JSONText] = [:]

  private init(_ keywords: [(name: String, value: JSONText)], of parts: [JSONSchema] = []) {
    self.keywords = keywords.map { Keyword(name: $0.name, value: $0.value) }
    definitions = Self.definitions(of: parts)
  }

  /// The schema itself. What it refers to is in `definitions`; the references point into
  /// `#/components/schemas`.
  public var json: JSONText {
    JSONText(members: keywords.map { ($0.name, $0.value) })
  }

  /// Returns what these schemas refer to, by name.
  ///
  /// - Parameter known: what others refer to; it is part of the result.
  /// - Precondition: schemas with the same name are equal.
  public static func definitions(
    of schemas: [JSONSchema], known: [String: JSONText] = [:]
  ) -> [String: JSONText] {
    var definitions = known
    for schema in schemas {
      definitions.merge(schema.definitions) { one, other in
        precondition(one == other, "two schemas have one name: \(one), \(other)")
        return one
      }
    }
    return definitions
  }

  /// Returns the same schema with one keyword added or replaced.
  private func with(_ name: String, _ value: JSONText) -> JSONSchema {
    // Draft 7 ignores everything else beside a reference.
    var schema =
      isReference ? JSONSchema([("allOf", JSONText(elements: [json]))], of: [self]) : self
    schema.keywords.removeAll { $0.name == name }
    schema.keywords.append(Keyword(name: name, value: value))
    return schema
  }

  private var isReference: Bool { keywords.first?.name == "$ref" }
}

// MARK: What it is

extension JSONSchema {
  /// Any JSON.
  public static let anything = JSONSchema([])
  public static let string = JSONSchema([("type", JSONText("string"))])
  /// A whole number; `2.0` is one.
  public static let integer = JSONSchema([("type", JSONText("integer"))])
  public static let number = JSONSchema([("type", JSONText("number"))])
  public static let boolean = JSONSchema([("type", JSONText("boolean"))])
  public static let null = JSONSchema([("type", JSONText("null"))])

  /// One of these strings.
  public static func string(oneOf values: [String]) -> JSONSchema {
    string.with("enum", JSONText(elements: values.map { JSONText($0) }))
  }

  public static func array(of element: JSONSchema) -> JSONSchema {
    JSONSchema([("type", JSONText("array")), ("items", element.json)], of: [element])
  }

  /// A value that matches at least one of these.
  public static func any(of schemas: JSONSchema...) -> JSONSchema {
    JSONSchema([("anyOf", JSONText(elements: schemas.map(\.json)))], of: schemas)
  }

  /// - Parameters:
  ///   - members: in the order in which they are to be shown; their names differ.
  ///   - isClosed: whether no other members are allowed. What a daemon sends may gain members
  ///     later.
  public static func object(_ members: [MemberDescription], isClosed: Bool = false) -> JSONSchema {
    let properties = members.map { ($0.name, $0.describedSchema.json) }
    let required = members.filter(\.isRequired).map { JSONText($0.name) }
    var schema = JSONSchema([("type", JSONText("object"))], of: members.map(\.schema))
    if !properties.isEmpty { schema = schema.with("properties", JSONText(members: properties)) }
    if !required.isEmpty { schema = schema.with("required", JSONText(elements: required)) }
    return isClosed ? schema.with("additionalProperties", JSONText(false)) : schema
  }
}

// MARK: What it must keep

extension JSONSchema {
  /// A number of at least `bound`.
  public func minimum(_ bound: Int) -> JSONSchema {
    with("minimum", JSONText(bound))
  }

  /// A number in this range.
  public func range(_ range: ClosedRange<Int>) -> JSONSchema {
    minimum(range.lowerBound).with("maximum", JSONText(range.upperBound))
  }

  /// A number in this range, whose bounds must be finite.
  public func range(_ range: ClosedRange<Double>) -> JSONSchema {
    with("minimum", JSONText(range.lowerBound)).with("maximum", JSONText(range.upperBound))
  }

  /// A string whose number of Unicode scalars is in `range`.
  public func length(_ range: ClosedRange<Int>) -> JSONSchema {
    with("minLength", JSONText(range.lowerBound)).with("maxLength", JSONText(range.upperBound))
  }

  /// An array whose number of elements is in `range`.
  public func count(_ range: ClosedRange<Int>) -> JSONSchema {
    with("minItems", JSONText(range.lowerBound)).with("maxItems", JSONText(range.upperBound))
  }

  /// A string that contains a match of this regular expression (ECMA 262).
  public func pattern(_ pattern: String) -> JSONSchema {
    with("pattern", JSONText(pattern))
  }

  /// A point in time in RFC 3339 format.
  public var dateTime: JSONSchema {
    with("format", JSONText("date-time"))
  }
}

// MARK: What is said of it

extension JSONSchema {
  /// - Parameter text: a sentence for people.
  public func described(_ text: String) -> JSONSchema {
    with("description", JSONText(text))
  }

  /// - Parameter value: the value used when it is left out.
  public func byDefault(_ value: JSONText) -> JSONSchema {
    with("default", value)
  }

  /// - Parameter words: what people call the value, where its name is not a word.
  public func titled(_ words: String) -> JSONSchema {
    with("title", JSONText(words))
  }

  /// - Parameter value: one that matches the schema.
  public func example(_ value: JSONText) -> JSONSchema {
    with("examples", JSONText(elements: [value]))
  }

  /// A named reference to this schema, so that a document contains it once.
  ///
  /// - Parameter name: letters, digits, dots, dashes and underscores; used by this schema alone.
  public func named(_ name: String) -> JSONSchema {
    let reference = JSONText("#/components/schemas/\(name)")
    var schema = JSONSchema([("$ref", reference)], of: [self])
    schema.definitions[name] =
      JSONSchema([("title", JSONText(name))] + keywords.map { ($0.name, $0.value) }).json
    return schema
  }
}
