internal import BoardValues
internal import BoxClient
internal import BoxWire

extension HistoryItem {
  /// The changes in the answer of `history`, newest first; empty if there is none.
  ///
  /// - Throws: what is wrong with the answer.
  static func all(in answer: JSONText?) throws(ValueFault) -> [HistoryItem] {
    try answer?.decoded(AnswerKey.items) ?? []
  }

  /// The intent that lists the newest changes of a topic.
  static func newest(_ count: Int, of topic: TopicPath) -> Call {
    Call("\(topic.root).history", ["id": JSONText(topic.id), "limit": JSONText(count)])
  }
}
