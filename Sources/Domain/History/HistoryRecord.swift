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
  /// The entry's number within the history of its topic, that of the store, or the feed; counted from 1.
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
  /// Added at an index of its column, counted from 0.
  case argumentAdded(Argument, at: Int)
  case argumentChanged(from: Argument, to: Argument)
  /// Moved from one index of its column to another, counted from 0. If the columns differ, it was moved
  /// to the other column and has a new identifier.
  case argumentMoved(from: Argument, at: Int, to: Argument, place: Int)
  /// Supported by the author of the record, or no longer if false; as it is since then.
  case argumentSupported(Argument, Bool)
  /// Removed from an index of its column, counted from 0.
  case argumentRemoved(Argument, at: Int)
  /// Added at an index of those of an argument, counted from 0, as that is since then.
  case commentAdded(Comment, on: Argument, at: Int)
  case commentRemoved(Comment, on: Argument, at: Int)
  /// Added at an index, counted from 0, as are all indices of options and todos.
  case optionAdded(Option, at: Int)
  case optionChanged(from: Option, to: Option)
  case optionMoved(Option, from: Int, to: Int)
  case optionRemoved(OptionBoard, at: Int)
  /// Made from the topic's own board, in front of all others.
  case converted(Option)
  /// Raised, if there was none before; answered, withdrawn or resolved.
  case objectionChanged(from: Objection?, to: Objection)
  case todoAdded(Todo, at: Int)
  case todoChanged(from: Todo, to: Todo)
  case todoMoved(Todo, from: Int, to: Int)
  case todoRemoved(Todo, at: Int)
  /// Taken in place of the person's previous position; nil if there was none.
  case positionTaken(Position, insteadOf: Position?)
  case positionWithdrawn(Position)
  case ruleChanged(from: DecisionRule?, to: DecisionRule?)
  case decided(Decision)
  /// Reopened after this decision, which also ended all positions.
  case reopened(Decision)
  /// Replaced by a topic, instead of another one; nil for none.
  case superseded(by: Topic.ID?, insteadOf: Topic.ID?)
  case postWritten(Post)
  case postEdited(from: Post, to: Post)
  case postRemoved(Post)

  /// The post that it concerns; nil if it concerns none.
  public var post: Post.ID? {
    switch self {
    case .postWritten(let post), .postEdited(_, let post), .postRemoved(let post): post.id
    default: nil
    }
  }

  /// The event without what people have added to its arguments, which undoing it takes from the board;
  /// that of a removed argument stays.
  var bare: TopicEvent {
    switch self {
    case .argumentAdded(let argument, let index): .argumentAdded(argument.bare, at: index)
    case .argumentChanged(let old, let new): .argumentChanged(from: old.bare, to: new.bare)
    case .argumentMoved(let old, let index, let new, let place):
      .argumentMoved(from: old.bare, at: index, to: new.bare, place: place)
    case .argumentSupported(let argument, let isSupporting):
      .argumentSupported(argument.bare, isSupporting)
    case .commentAdded(let comment, let argument, let index):
      .commentAdded(comment, on: argument.bare, at: index)
    case .commentRemoved(let comment, let argument, let index):
      .commentRemoved(comment, on: argument.bare, at: index)
    default: self
    }
  }

  /// The event without what is only needed to undo it: the contents of posts, but for their beginnings,
  /// what people have added to a removed argument, and the arguments of a removed option.
  public var brief: TopicEvent {
    switch self {
    case .argumentRemoved(let argument, let index): .argumentRemoved(argument.bare, at: index)
    case .postWritten(let post): .postWritten(post.brief)
    case .postEdited(let old, let new): .postEdited(from: old.brief, to: new.brief)
    case .postRemoved(let post): .postRemoved(post.brief)
    case .optionRemoved(let board, let index): .optionRemoved(OptionBoard(board.option), at: index)
    default: self
    }
  }

  /// Whether ``brief`` is the event itself.
  public var isBrief: Bool {
    switch self {
    case .postWritten, .postEdited, .postRemoved, .argumentRemoved, .optionRemoved: false
    default: true
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

  /// Whether it changes what a decided topic still lets people change.
  var isAllowedAfterDecision: Bool {
    switch self {
    case .commentAdded, .commentRemoved, .todoAdded, .todoChanged, .todoMoved, .todoRemoved,
      .superseded:
      true
    default: false
    }
  }

  /// Whether it is about the decision of one round, which ends with it.
  var isOfRound: Bool {
    switch self {
    case .positionTaken, .positionWithdrawn, .ruleChanged, .decided, .superseded: true
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
    case .created, .renamed, .removed, .restored, .decided, .reopened, .superseded: true
    default: false
    }
  }
}

extension Post {
  fileprivate var brief: Post {
    Post(
      id: id, topic: topic, title: title, content: String(content.prefix(80)), author: author,
      created: created, updated: updated, updatedBy: updatedBy)
  }
}
