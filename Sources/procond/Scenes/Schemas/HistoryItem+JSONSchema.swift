public import Application
public import BoxWire
internal import Domain

extension HistoryItem: JSONSchemaDescribed {
  public static let jsonSchema = JSONSchema.object([
    MemberDescription("id", \Self.id, "Counts up in its topic.") { $0.minimum(1) },
    MemberDescription("date", \Self.date, "When it was done, UTC.") { $0.dateTime },
    MemberDescription("author", \Self.author, "Who did it."),
    MemberDescription("action", \Self.action, "What kind of thing was done."),
    MemberDescription("text", \Self.text, "What was done, from what, in words."),
    MemberDescription("undoes", \Self.undoes, "The id of what it took back, if it did.") {
      $0.minimum(1)
    },
  ]).named("HistoryItem")
}

extension HistoryItem.Action: JSONSchemaDescribed {}
