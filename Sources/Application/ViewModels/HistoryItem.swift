public import Domain

/// Something that was done to a topic, as a client shows it.
public struct HistoryItem: Identifiable, Equatable, Sendable, Encodable {
  /// Counts up in its topic.
  public let id: Int
  /// When it was done: RFC 3339, UTC, with milliseconds.
  public let date: String
  /// Who did it.
  public let author: String
  public let action: Action
  /// What was done, from what, in words, such as `changed pro 1 "No breaks" to "Never tired" (2)`.
  public let text: String
  /// The id of what it took back; nil, and not encoded, if it took nothing back.
  public let undoes: Int?

  /// What kind of thing was done.
  public enum Action: String, CaseIterable, Sendable, Encodable {
    case created, renamed, added, changed, moved, removed, wrote, edited
  }

  public init(_ entry: HistoryEntry) {
    id = entry.id
    date = entry.record.date.rfc3339
    author = entry.record.author
    action = Action(entry.record.event)
    let words = entry.record.event.words
    undoes = entry.record.undoes
    text = entry.record.undoes == nil ? words : "\(words), to take a change back"
  }
}

extension HistoryItem.Action {
  fileprivate init(_ event: TopicEvent) {
    self =
      switch event {
      case .created: .created
      case .renamed: .renamed
      case .argumentAdded: .added
      case .argumentChanged: .changed
      case .argumentMoved: .moved
      case .argumentRemoved, .postRemoved: .removed
      case .postWritten: .wrote
      case .postEdited: .edited
      }
  }
}
