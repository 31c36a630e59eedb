public import BoardValues
public import BoxWire

extension HistoryItem: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.id, \.id, "Its number within the history.") { $0.minimum(1) },
    member(.topic, \.topic, "The id of the topic; absent in the history of a single topic."),
    member(.date, \.date, "When it was made, UTC.") { $0.dateTime },
    member(.author, \.author, "The user who made it."),
    member(.action, \.action, "The kind of change."),
    member(.text, \.text, "The change in words, including the previous state."),
    member(
      .item, \.item,
      "What was changed, by its path under the topic: 'pros.5'. Absent for the topic itself."),
    member(.undoes, \.undoes, "The id of the change that it undid, if any.") { $0.minimum(1) },
  ]).named("HistoryItem")
}

extension HistoryItem.Action: JSONSchemaDescribed {}
