public import Application
public import BoxWire
internal import Domain

extension TopicDocument: JSONSchemaDescribed {
  public static let jsonSchema = JSONSchema.object([
    MemberDescription("id", \Self.id, "A segment of paths."),
    MemberDescription("title", \Self.title),
    MemberDescription("created", \Self.created, "When the topic was created, UTC.") { $0.dateTime },
    MemberDescription("pros", \Self.pros, "In their order."),
    MemberDescription("cons", \Self.cons, "In their order."),
    MemberDescription("posts", \Self.posts, "Oldest first."),
  ]).named("Topic")
}
