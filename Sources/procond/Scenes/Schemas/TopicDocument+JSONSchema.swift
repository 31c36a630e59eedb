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

extension TopicDocument.ArgumentRecord: JSONSchemaDescribed {
  public static let jsonSchema = JSONSchema.object([
    MemberDescription("id", \Self.id, "Identifies it within its side of its topic."),
    MemberDescription("text", \Self.text) { $0.length(1...Limits.textBytes) },
    MemberDescription("weight", \Self.weight, "The greater, the more it counts.") {
      $0.range(Limits.weight)
    },
    MemberDescription("author", \Self.author, "The user who added it."),
    MemberDescription("created", \Self.created, "When it was added, UTC.") { $0.dateTime },
    MemberDescription("updated", \Self.updated, "When its text or weight last changed, UTC.") {
      $0.dateTime
    },
    MemberDescription(
      "updatedBy", \Self.updatedBy,
      "The user who made that last change; absent if that is not known."),
  ]).named("ExportedArgument")
}

extension TopicDocument.PostRecord: JSONSchemaDescribed {
  public static let jsonSchema = JSONSchema.object([
    MemberDescription("id", \Self.id),
    MemberDescription("title", \Self.title, "As it was written."),
    MemberDescription("content", \Self.content, "Any number of lines, which end with LF."),
    MemberDescription("author", \Self.author, "The user who wrote it."),
    MemberDescription("created", \Self.created, "When it was written, UTC.") { $0.dateTime },
    MemberDescription("updated", \Self.updated, "When its title or content last changed, UTC.") {
      $0.dateTime
    },
    MemberDescription(
      "updatedBy", \Self.updatedBy,
      "The user who made that last change; absent if that is not known."),
  ]).named("ExportedPost")
}
