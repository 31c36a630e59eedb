/// Something that was done to a topic: by whom, when, and from what.
public struct HistoryRecord: Equatable, Sendable {
  public let event: TopicEvent
  public let author: String
  public let date: Timestamp

  public init(_ event: TopicEvent, author: String, date: Timestamp) {
    self.event = event
    self.author = author
    self.date = date
  }
}

/// What was done to a topic, with what it was before.
public enum TopicEvent: Equatable, Sendable {
  case created(title: String)
  case renamed(from: String, to: String)
  case argumentAdded(Argument)
  case argumentChanged(from: Argument, to: Argument)
  /// From an index of its side, counted from 0. To another side if the sides differ; it then has
  /// another identifier.
  case argumentMoved(from: Argument, at: Int, to: Argument)
  /// From an index of its side, counted from 0.
  case argumentRemoved(Argument, at: Int)
}
