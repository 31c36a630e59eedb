public import Domain

/// A change of a topic, as clients show it.
public struct HistoryItem: Identifiable, Equatable, Sendable, Encodable {
  /// The item's number within the history of its topic, or within that of the store.
  public let id: Int
  /// The topic that was changed, in the history of the store; nil, and not encoded, in its own.
  public let topic: String?
  /// When it was made: RFC 3339, UTC, with milliseconds.
  public let date: String
  /// The user who made it.
  public let author: String
  public let action: Action
  /// The change in words, including the previous state, such as `changed pro 1 "No breaks" to
  /// "Never tired" (2)`.
  public let text: String
  /// What was changed, by its path under the topic, such as `pros.5` or `posts.<id>`; nil, and not
  /// encoded, for the topic itself.
  public let item: String?
  /// The id of the change that it undid; nil, and not encoded, if it undid none.
  public let undoes: Int?

  /// The kind of change.
  public enum Action: String, CaseIterable, Sendable, Encodable {
    case created, renamed, added, changed, moved, removed, restored, wrote, edited
  }

  /// - Parameter namesTopic: whether it is an item of the history of the store.
  public init(_ entry: HistoryEntry, namesTopic: Bool = false) {
    id = entry.id
    topic = namesTopic ? entry.topic : nil
    date = entry.record.date.rfc3339
    author = entry.record.author
    action = Action(entry.record.event)
    item = entry.record.event.item
    let words = entry.record.event.words
    undoes = entry.record.undoes
    text = entry.record.undoes == nil ? words : "\(words), to undo a change"
  }
}

extension TopicEvent {
  fileprivate var item: String? {
    switch self {
    case .created, .renamed, .removed, .restored: nil
    case .argumentAdded(let argument, _), .argumentRemoved(let argument, _),
      .argumentChanged(_, let argument), .argumentMoved(_, _, let argument, _):
      "\(argument.side.rawValue)s.\(argument.id)"
    case .postWritten(let post), .postEdited(_, let post), .postRemoved(let post):
      "posts.\(post.id)"
    }
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
      case .removed, .argumentRemoved, .postRemoved: .removed
      case .restored: .restored
      case .postWritten: .wrote
      case .postEdited: .edited
      }
  }
}
