public import BoxWire

/// A value that clients decode. Its members have the names of its keys.
public protocol DescribedValue: JSONSchemaDescribed, Codable {
  associatedtype CodingKeys: CodingKey
}

extension DescribedValue {
  /// Describes a member.
  ///
  /// - Parameters:
  ///   - property: determines the type, and so the schema.
  ///   - isRequired: whether it is always present; by default unless it is optional.
  ///   - refine: adds to the schema what the type does not say.
  static func member<Value: JSONSchemaDescribed>(
    _ key: CodingKeys, _ property: KeyPath<Self, Value>,
    isRequired: Bool = !(Value.self is any ExpressibleByNilLiteral.Type),
    _ description: String? = nil, refine: (JSONSchema) -> JSONSchema = { $0 }
  ) -> MemberDescription {
    MemberDescription(
      key.stringValue, property, isRequired: isRequired, description, refine: refine)
  }
}
