/// Something that was done to a topic: by whom, when, and from what.
public struct HistoryRecord: Equatable, Sendable {
  public let event: TopicEvent
  public let author: String
  public let date: Timestamp
  /// The identifier of the entry that this took back; nil if it took nothing back.
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

/// A record as a store keeps it.
public struct HistoryEntry: Identifiable, Equatable, Sendable {
  /// Counts up in its topic, from 1.
  public let id: Int
  public let record: HistoryRecord

  public init(id: Int, record: HistoryRecord) {
    self.id = id
    self.record = record
  }
}

/// What was done to a topic, with what it was before.
public enum TopicEvent: Equatable, Sendable {
  case created(title: String)
  case renamed(from: String, to: String)
  /// At an index of its side, counted from 0.
  case argumentAdded(Argument, at: Int)
  case argumentChanged(from: Argument, to: Argument)
  /// From an index of its side to another one, counted from 0. To another side if the sides differ; it
  /// then has another identifier.
  case argumentMoved(from: Argument, at: Int, to: Argument, place: Int)
  /// From an index of its side, counted from 0.
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
