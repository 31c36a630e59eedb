public import BoardValues
public import BoxWire

extension TrashItem: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.id, \.id, "By which it is restored."),
    member(.topic, \.topic, "The id of the topic, or of the post's topic."),
    member(.post, \.post, "The id of the post. Absent for a topic."),
    member(.title, \.title, "The title of the topic or of the post."),
    member(.author, \.author, "The user who removed it."),
    member(.date, \.date, "When it was removed, UTC.") { $0.dateTime },
  ]).named("TrashItem")
}
