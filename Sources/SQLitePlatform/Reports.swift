internal import Domain
internal import Synchronization

/// The live queries of a database.
final class Reports: Sendable {
  private let queries = Mutex(Queries())

  private struct Queries {
    var overviews = LiveQueries<TopicOverview>()
    var boards = LiveQueries<Board>()
    var posts = LiveQueries<[PostOverview]>()
    /// Why nothing can be changed; nil if it can.
    var obstacle: String?
    var faults: [String] = []
    var faultReaders: [AsyncStream<[String]>.Continuation] = []
    var removalReaders: [AsyncStream<Void>.Continuation] = []

    var sentences: [String] { (obstacle.map { [$0] } ?? []) + faults }

    mutating func reportFaults() {
      let sentences = sentences
      faultReaders.removeAll { reader in
        if case .terminated = reader.yield(sentences) { true } else { false }
      }
    }

    mutating func reportRemoval() {
      removalReaders.removeAll { reader in
        if case .terminated = reader.yield(()) { true } else { false }
      }
    }
  }

  // MARK: Followers

  func overviews() -> AsyncStream<StoreChange<TopicOverview>> {
    queries.withLock { $0.overviews.begin() }
  }

  func boards() -> AsyncStream<StoreChange<Board>> {
    queries.withLock { $0.boards.begin() }
  }

  func posts() -> AsyncStream<StoreChange<[PostOverview]>> {
    queries.withLock { $0.posts.begin() }
  }

  func faults() -> AsyncStream<[String]> {
    queries.withLock { queries in
      let (faults, reader) = AsyncStream.makeStream(
        of: [String].self, bufferingPolicy: .bufferingNewest(1))
      reader.yield(queries.sentences)
      queries.faultReaders.append(reader)
      return faults
    }
  }

  func removals() -> AsyncStream<Void> {
    queries.withLock { queries in
      let (removals, reader) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))
      queries.removalReaders.append(reader)
      return removals
    }
  }

  // MARK: Reports

  func report(_ change: SQLiteChange, version: Int) {
    queries.withLock { queries in
      switch change {
      case .nothing: break
      case .boards(let boards, _):
        // The board first: its overview is part of it, and shown in the same step.
        for board in boards {
          queries.boards.report(.topic(board.id, Stored(board, version: version)))
          queries.overviews.report(.topic(board.id, Stored(board.overview, version: version)))
        }
      case .overview(let overview):
        queries.overviews.report(.topic(overview.id, Stored(overview, version: version)))
      case .posts(let id, let newest, let isRemoval):
        queries.posts.report(.topic(id, Stored(newest, version: version)))
        if isRemoval { queries.reportRemoval() }
      case .removal(let id):
        queries.overviews.report(.topic(id, Stored(nil, version: version)))
        queries.boards.report(.topic(id, Stored(nil, version: version)))
        queries.reportRemoval()
      }
    }
  }

  func reportUnknown() {
    queries.withLock { queries in
      queries.overviews.report(.unknown)
      queries.boards.report(.unknown)
      queries.posts.report(.unknown)
    }
  }

  /// Reports the faults, if they have changed.
  func report(faults: [String]) {
    queries.withLock { queries in
      guard faults != queries.faults else { return }
      queries.faults = faults
      queries.reportFaults()
    }
  }

  /// Reports why nothing can be changed as a fault, if that has changed; nil if it can.
  ///
  /// - Returns: whether it has changed.
  @discardableResult
  func report(obstacle: String?) -> Bool {
    queries.withLock { queries in
      guard obstacle != queries.obstacle else { return false }
      queries.obstacle = obstacle
      queries.reportFaults()
      return true
    }
  }
}
