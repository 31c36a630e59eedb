/// What a step of a store has changed, as it is then.
public enum StoreChange: Equatable, Sendable {
  /// A topic was added, or its arguments or positions have changed. Its overview is that of the board.
  case board(Board)
  /// A topic itself or its figures have changed, or a topic was added whose arguments are not known.
  case overview(TopicOverview)
  /// The posts of a topic have changed: the newest `Limits.postsShown`, newest first.
  ///
  /// - Parameter changes: what was done to any of its posts; nil if that is not known.
  case posts(Topic.ID, newest: [PostOverview], changes: [PostChange]?)
  /// A topic was removed with everything that belongs to it.
  case removal(Topic.ID)
  /// Anything may have changed, for example because another program wrote to the store: read again
  /// everything that is shown.
  case unknown
}

/// What was done to one post of a topic.
public enum PostChange: Equatable, Sendable {
  /// It was written, edited or restored, and now is this.
  case stored(Post)
  case removed(Post.ID)
}

/// One step of a store: what changed together, and is shown together.
public struct StoreStep: Equatable, Sendable {
  public let changes: [StoreChange]
  /// The version of the store with these changes.
  public let version: Int

  public init(_ changes: [StoreChange], version: Int) {
    self.changes = changes
    self.version = version
  }
}

/// The live query of a store: all that it reports, in order, with the versions of the store. The store
/// protects it against concurrent calls.
public struct StoreChanges: Sendable {
  /// The number of steps so far. So there is no version that is not reported, and for which somebody
  /// would wait forever.
  public private(set) var version = 0
  private var query = LiveQuery<StoreStep>()

  public init() {}

  /// Starts a query: every step that follows this version.
  public mutating func begin() -> (version: Int, steps: AsyncStream<StoreStep>) {
    (version, query.begin())
  }

  /// Reports the changes of the next step.
  ///
  /// - Returns: the version with which they are reported.
  @discardableResult
  public mutating func report(_ changes: [StoreChange]) -> Int {
    version += 1
    query.report(StoreStep(changes, version: version))
    return version
  }
}

// MARK: Bringing up to date what was read before

extension [TopicOverview] {
  /// Follows a change of the store.
  public mutating func follow(_ change: StoreChange) {
    switch change {
    case .board(let board): put(board.overview)
    case .overview(let overview): put(overview)
    case .removal(let id): removeAll { $0.id == id }
    case .posts, .unknown: break
    }
  }

  private mutating func put(_ overview: TopicOverview) {
    if let index = firstIndex(where: { $0.id == overview.id }) {
      self[index] = overview
    } else {
      append(overview)
    }
  }
}

extension Board {
  /// Follows a change of the store. The removal of the topic changes nothing.
  public mutating func follow(_ change: StoreChange) {
    switch change {
    case .board(let board) where board.id == id: self = board
    case .overview(let overview) where overview.id == id:
      self = with(overview.topic)
    case .board, .overview, .posts, .removal, .unknown: break
    }
  }
}
