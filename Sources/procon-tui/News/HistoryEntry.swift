internal import BoxWire

/// A change of a topic, as the daemon's intent `history` reports it.
struct HistoryEntry: Equatable {
  /// What was changed, such as `pros.5`; nil for the topic itself.
  let item: String?
  /// Such as `moved`.
  let action: String
  let author: String
  /// What was done, such as `changed pro 5 "No breaks" to "Never tired"`.
  let words: String

  /// nil without an author and words.
  init?(_ json: JSONText) {
    guard let author = json["author"]?.string, let words = json["text"]?.string else { return nil }
    item = json["item"]?.string
    action = json["action"]?.string ?? ""
    self.author = author
    self.words = words
  }

  /// The entries in the answer of `history`, newest first; empty if there is none.
  static func all(in answer: JSONText?) -> [HistoryEntry] {
    (answer?["items"]?.elements ?? []).compactMap { HistoryEntry($0) }
  }

  /// The intent that lists the newest changes of a topic.
  static func newest(_ count: Int, of topic: TopicPath) -> Call {
    Call("\(topic.root).history", ["id": JSONText(topic.id), "limit": JSONText(count)])
  }
}
