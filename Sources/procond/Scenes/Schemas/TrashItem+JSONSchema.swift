public import Application
public import BoxWire
internal import Domain

extension TrashItem: JSONSchemaDescribed {
  public static let jsonSchema = JSONSchema.object([
    MemberDescription("id", \Self.id, "By which it is restored."),
    MemberDescription("topic", \Self.topic, "The id of the topic, or of the post's topic."),
    MemberDescription("post", \Self.post, "The id of the post. Absent for a topic."),
    MemberDescription("title", \Self.title, "The title of the topic or of the post."),
    MemberDescription("author", \Self.author, "The user who removed it."),
    MemberDescription("date", \Self.date, "When it was removed, UTC.") { $0.dateTime },
  ]).named("TrashItem")
}
