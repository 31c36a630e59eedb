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
  /// The entry's number within the history of its topic, or within that of the store; counted from 1.
  public let id: Int
  /// The topic that was changed, which need no longer exist.
  public let topic: Topic.ID
  public let record: HistoryRecord

  public init(id: Int, topic: Topic.ID, record: HistoryRecord) {
    self.id = id
    self.topic = topic
    self.record = record
  }
}

/// What was changed in a topic, including the previous state.
public enum TopicEvent: Equatable, Sendable {
  case created(title: String)
  case renamed(from: String, to: String)
  /// Removed with everything that belonged to it; only in the history of a store.
  case removed(title: String)
  /// Brought back from the trash; only in the history of a store.
  case restored(title: String)
  /// Added at an index of its side, counted from 0.
  case argumentAdded(Argument, at: Int)
  case argumentChanged(from: Argument, to: Argument)
  /// Moved from one index of its side to another, counted from 0. If the sides differ, it was moved
  /// to the other side and has a new identifier.
  case argumentMoved(from: Argument, at: Int, to: Argument, place: Int)
  /// Supported by the author of the record, or no longer if false; as it is since then.
  case argumentSupported(Argument, Bool)
  /// Removed from an index of its side, counted from 0.
  case argumentRemoved(Argument, at: Int)
  /// Taken in place of the person's previous position; nil if there was none.
  case positionTaken(Position, insteadOf: Position?)
  case positionWithdrawn(Position)
  case ruleChanged(from: DecisionRule?, to: DecisionRule?)
  case decided(Decision)
  /// Reopened after this decision, which also ended all positions.
  case reopened(Decision)
  case postWritten(Post)
  case postEdited(from: Post, to: Post)
  case postRemoved(Post)

  /// The post that it concerns; nil if it concerns none.
  public var post: Post.ID? {
    switch self {
    case .postWritten(let post), .postEdited(_, let post), .postRemoved(let post): post.id
    case .created, .renamed, .removed, .restored, .argumentAdded, .argumentChanged, .argumentMoved,
      .argumentRemoved, .argumentSupported, .positionTaken, .positionWithdrawn, .ruleChanged,
      .decided, .reopened:
      nil
    }
  }

  /// Whether it names people who have a position, or who are asked for one.
  public var namesPeople: Bool {
    switch self {
    case .positionTaken, .positionWithdrawn: true
    case .ruleChanged(let old, let new):
      old?.asked.isEmpty == false || new?.asked.isEmpty == false
    default: false
    }
  }

  /// Whether it is about the decision of one round, which ends with it.
  var isOfRound: Bool {
    switch self {
    case .positionTaken, .positionWithdrawn, .ruleChanged, .decided: true
    default: false
    }
  }

  /// Whether the topic is gone after or before it, so that only the history of the store has it.
  public var isOfStoreOnly: Bool {
    switch self {
    case .removed, .restored: true
    default: false
    }
  }

  /// Whether it concerns the existence, the title or the decision of the topic, and is in the history of
  /// the store.
  public var concernsWholeTopic: Bool {
    switch self {
    case .created, .renamed, .removed, .restored, .decided, .reopened: true
    case .argumentAdded, .argumentChanged, .argumentMoved, .argumentRemoved, .argumentSupported,
      .positionTaken,
      .positionWithdrawn, .ruleChanged, .postWritten, .postEdited, .postRemoved:
      false
    }
  }
}
