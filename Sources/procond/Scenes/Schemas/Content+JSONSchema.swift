public import BoxWire
public import Boxes

extension Content: JSONSchemaDescribed {
  public static let jsonSchema = JSONSchema.object([
    MemberDescription("status", \Self.status, "False after a failure."),
    // nil is encoded as null.
    MemberDescription(
      "message", \Self.message, isRequired: true,
      "A sentence for people; null when there is nothing to say."),
  ]).named("Content")
}
