/// A type that describes its values in JSON.
///
/// A type with several members describes itself with ``JSONSchema/object(_:isClosed:)``, and takes
/// the schema of each member from the member's own type:
///
/// ```swift
/// extension Weather: JSONSchemaDescribed {
///   static let jsonSchema = JSONSchema.object([
///     MemberDescription("sky", \Self.sky),
///     MemberDescription("degrees", \Self.degrees, "Celsius, in the shade."),
///   ])
/// }
/// ```
public protocol JSONSchemaDescribed {
  static var jsonSchema: JSONSchema { get }
}

/// An enumeration of words only has to declare the conformance.
extension JSONSchemaDescribed where Self: CaseIterable & RawRepresentable, RawValue == String {
  public static var jsonSchema: JSONSchema { .string(oneOf: allCases.map(\.rawValue)) }
}

extension String: JSONSchemaDescribed {
  public static var jsonSchema: JSONSchema { .string }
}

extension Int: JSONSchemaDescribed {
  public static var jsonSchema: JSONSchema { .integer }
}

extension Double: JSONSchemaDescribed {
  public static var jsonSchema: JSONSchema { .number }
}

extension Bool: JSONSchemaDescribed {
  public static var jsonSchema: JSONSchema { .boolean }
}

extension JSONText: JSONSchemaDescribed {
  public static var jsonSchema: JSONSchema { .anything }
}

extension Array: JSONSchemaDescribed where Element: JSONSchemaDescribed {
  public static var jsonSchema: JSONSchema { .array(of: Element.jsonSchema) }
}

/// nil is null.
extension Optional: JSONSchemaDescribed where Wrapped: JSONSchemaDescribed {
  public static var jsonSchema: JSONSchema { .any(of: Wrapped.jsonSchema, .null) }
}
