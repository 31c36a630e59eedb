public import BoardValues
public import BoxWire

extension PostItem: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.id, \.id, "Greater than those of older posts."),
    member(.title, \.title, "In upper case."),
    member(
      .subtitle, \.subtitle,
      "The first \(subtitleCharacters) characters of the content, on one line."),
    member(.author, \.author, "The user who wrote it."),
    member(.created, \.created, "When it was written, UTC.") { $0.dateTime },
    member(.updated, \.updated, "When its title or content last changed, UTC.") { $0.dateTime },
    member(
      .updatedBy, \.updatedBy, "The user who made that last change; absent if that is not known."),
    member(
      .dates, \.dates, "Both in words: '2026-11-22 10:00, edited 2026-11-23 08:15 UTC by bob'."),
  ]).named("PostItem")
}

extension PostText: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.id, \.id),
    member(.title, \.title, "As it was written."),
    member(.content, \.content, "Any number of lines, which end with LF."),
    member(.author, \.author, "The user who wrote it."),
    member(.created, \.created, "When it was written, UTC.") { $0.dateTime },
    member(.updated, \.updated, "When its title or content last changed, UTC.") { $0.dateTime },
    member(
      .updatedBy, \.updatedBy, "The user who made that last change; absent if that is not known."),
    member(
      .dates, \.dates, "Both in words: '2026-11-22 10:00, edited 2026-11-23 08:15 UTC by bob'."),
  ]).named("Post")
}
