/// How old a copy of a part of a store is.
public struct Freshness: Equatable, Sendable {
  /// When the copy's content was read from the service; nil if it never was.
  public let fetched: Timestamp?
  /// When the service last said that this is its content; nil if it never did. Not before `fetched`.
  public let confirmed: Timestamp?
  /// Why the copy is older than it may be, such as "connection refused"; nil if it is not.
  public let failure: String?

  public var isStale: Bool { failure != nil }

  public init(fetched: Timestamp?, confirmed: Timestamp?, failure: String? = nil) {
    self.fetched = fetched
    self.confirmed = confirmed
    self.failure = failure
  }
}

/// A part of a store that is read in one step.
public enum StorePart: Hashable, Sendable {
  /// The list of topics with their figures.
  case topics
  /// Both sides of a topic.
  case board(Topic.ID)
  /// The newest posts of a topic.
  case posts(Topic.ID)

  /// nil for the list of topics.
  public var topic: Topic.ID? {
    switch self {
    case .topics: nil
    case .board(let id), .posts(let id): id
    }
  }
}
