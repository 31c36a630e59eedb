public import Application
public import BoxWire
internal import Domain

extension HistoryItem: JSONSchemaDescribed {
  public static let jsonSchema = JSONSchema.object([
    MemberDescription("id", \Self.id, "Its number within the history.") { $0.minimum(1) },
    MemberDescription(
      "topic", \Self.topic, "The id of the topic; absent in the history of a single topic."),
    MemberDescription("date", \Self.date, "When it was made, UTC.") { $0.dateTime },
    MemberDescription("author", \Self.author, "The user who made it."),
    MemberDescription("action", \Self.action, "The kind of change."),
    MemberDescription("text", \Self.text, "The change in words, including the previous state."),
    MemberDescription(
      "item", \Self.item,
      "What was changed, by its path under the topic: 'pros.5'. Absent for the topic itself."),
    MemberDescription("undoes", \Self.undoes, "The id of the change that it undid, if any.") {
      $0.minimum(1)
    },
  ]).named("HistoryItem")
}

extension HistoryItem.Action: JSONSchemaDescribed {}
