/// One member of an object: a parameter of a method, or part of a result or of a box's value.
public struct MemberDescription: Equatable, Sendable {
  public let name: String
  public let schema: JSONSchema
  /// Whether it is always present, or must be given.
  public let isRequired: Bool
  /// A sentence for people; nil when there is none.
  public let description: String?

  public init(
    _ name: String, _ schema: JSONSchema, isRequired: Bool = true, _ description: String? = nil
  ) {
    self.name = name
    self.schema = schema
    self.isRequired = isRequired
    self.description = description
  }

  /// A member of a value that Swift encodes under the property's name.
  ///
  /// - Parameters:
  ///   - property: determines the type, and so the schema.
  ///   - isRequired: whether it is always present; by default unless it is optional, as Swift
  ///     leaves out what is nil.
  ///   - refine: adds to the schema what the type does not say.
  public init<Root, Value: JSONSchemaDescribed>(
    _ name: String, _ property: KeyPath<Root, Value>,
    isRequired: Bool = !(Value.self is any ExpressibleByNilLiteral.Type),
    _ description: String? = nil, refine: (JSONSchema) -> JSONSchema = { $0 }
  ) {
    self.init(name, refine(Value.jsonSchema), isRequired: isRequired, description)
  }
}

extension MemberDescription {
  /// The member, as an optional one.
  var optional: MemberDescription {
    MemberDescription(name, schema, isRequired: false, description)
  }

  /// The schema, including the description.
  var describedSchema: JSONSchema {
    description.map(schema.described) ?? schema
  }

  /// The OpenRPC content descriptor.
  var contentDescriptor: JSONText {
    var members = [(name: "name", value: JSONText(name))]
    if let description { members.append(("description", JSONText(description))) }
    members.append(("required", JSONText(isRequired)))
    members.append(("schema", schema.json))
    return JSONText(members: members)
  }
}
