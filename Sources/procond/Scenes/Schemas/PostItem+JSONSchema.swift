public import Application
public import BoxWire
internal import Domain

extension PostItem: JSONSchemaDescribed {
  public static let jsonSchema = JSONSchema.object([
    MemberDescription("id", \Self.id, "Greater than those of older posts."),
    MemberDescription("title", \Self.title, "In upper case."),
    MemberDescription(
      "subtitle", \Self.subtitle,
      "The first \(subtitleCharacters) characters of the content, on one line."),
    MemberDescription("author", \Self.author, "The user who wrote it."),
    MemberDescription("created", \Self.created, "When it was written, UTC.") { $0.dateTime },
    MemberDescription("updated", \Self.updated, "When its title or content last changed, UTC.") {
      $0.dateTime
    },
    MemberDescription(
      "updatedBy", \Self.updatedBy,
      "The user who made that last change; absent if that is not known."),
    MemberDescription(
      "dates", \Self.dates,
      "Both in words: '2026-11-22 10:00, edited 2026-11-23 08:15 UTC by bob'."),
  ]).named("PostItem")
}
