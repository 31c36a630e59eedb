public import BoardValues
public import BoxWire
internal import Domain

extension TopicDocument: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.id, \.id, "A segment of paths."),
    member(.title, \.title),
    member(.created, \.created, "When the topic was created, UTC.") { $0.dateTime },
    member(.pros, \.pros, "In their order."),
    member(.cons, \.cons, "In their order."),
    member(.posts, \.posts, "Oldest first."),
  ]).named("Topic")
}

extension TopicDocument.ArgumentRecord: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.id, \.id, "Identifies it within its side of its topic."),
    member(.text, \.text) { $0.length(1...Limits.textBytes) },
    member(.weight, \.weight, "The greater, the more it counts.") { $0.range(Limits.weight) },
    member(.author, \.author, "The user who added it."),
    member(.created, \.created, "When it was added, UTC.") { $0.dateTime },
    member(.updated, \.updated, "When its text or weight last changed, UTC.") { $0.dateTime },
    member(
      .updatedBy, \.updatedBy, "The user who made that last change; absent if that is not known."),
  ]).named("ExportedArgument")
}

extension TopicDocument.PostRecord: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.id, \.id),
    member(.title, \.title, "As it was written."),
    member(.content, \.content, "Any number of lines, which end with LF."),
    member(.author, \.author, "The user who wrote it."),
    member(.created, \.created, "When it was written, UTC.") { $0.dateTime },
    member(.updated, \.updated, "When its title or content last changed, UTC.") { $0.dateTime },
    member(
      .updatedBy, \.updatedBy, "The user who made that last change; absent if that is not known."),
  ]).named("ExportedPost")
}
