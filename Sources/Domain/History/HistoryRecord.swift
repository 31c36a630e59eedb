/// A change of a topic: who made it, when, and what was there before.
public struct HistoryRecord: Equatable, Sendable {
  public let event: TopicEvent
  public let author: String
  public let date: Timestamp
  /// The identifier of the entry that this change undid; nil if it undid none.
  public let undoes: HistoryEntry.ID?

  public init(
    _ event: TopicEvent, author: String, date: Timestamp, undoes: HistoryEntry.ID? = nil
  ) {
    self.event = event
    self.author = author
    self.date = date
    self.undoes = undoes
  }
}

/// A record as kept by a store.
public struct HistoryEntry: Identifiable, Equatable, Sendable {
  /// The entry's number within its topic, counted from 1.
  public let id: Int
  public let record: HistoryRecord

  public init(id: Int, record: HistoryRecord) {
    self.id = id
    self.record = record
  }
}

/// What was changed in a topic, including the previous state.
public enum TopicEvent: Equatable, Sendable {
  case created(title: String)
  case renamed(from: String, to: String)
  /// Added at an index of its side, counted from 0.
  case argumentAdded(Argument, at: Int)
  case argumentChanged(from: Argument, to: Argument)
  /// Moved from one index of its side to another, counted from 0. If the sides differ, it was moved
  /// to the other side and has a new identifier.
  case argumentMoved(from: Argument, at: Int, to: Argument, place: Int)
  /// Removed from an index of its side, counted from 0.
  case argumentRemoved(Argument, at: Int)
  case postWritten(Post)
  case postEdited(from: Post, to: Post)
  case postRemoved(Post)

  /// The post that it concerns; nil if it concerns none.
  public var post: Post.ID? {
    switch self {
    case .postWritten(let post), .postEdited(_, let post), .postRemoved(let post): post.id
    case .created, .renamed, .argumentAdded, .argumentChanged, .argumentMoved, .argumentRemoved: nil
    }
  }
}
