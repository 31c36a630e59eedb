public import Application
public import BoxWire
internal import Domain

extension Route: JSONSchemaDescribed {
  public static let jsonSchema = JSONSchema.object([
    MemberDescription("stack", \Self.stack, "The newest last; at least one."),
    // nil is encoded as null.
    MemberDescription(
      "sheet", \Self.sheet, isRequired: true,
      "In front of the stack; null when there is none. It is shown instead of the top."),
  ]).named("Route")
}

extension RouteEntry: JSONSchemaDescribed {
  public static let jsonSchema = JSONSchema.object([
    MemberDescription("scene", \Self.scene, "What is shown; there may be others."),
    MemberDescription("at", \Self.at, "The topic's path; absent when there is none."),
    MemberDescription("id", \Self.id, "The post's id; absent when there is none."),
    MemberDescription("boxes", \Self.boxes, "The patterns to subscribe to."),
    MemberDescription("title", \Self.title),
  ]).named("RouteEntry")
}

extension SceneName: JSONSchemaDescribed {}
