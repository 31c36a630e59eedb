internal import Domain
internal import Synchronization

/// The live queries of a store of files.
final class Reports: Sendable {
  private let queries = Mutex(Queries())

  private struct Queries {
    var overviews = LiveQueries<TopicOverview>()
    var boards = LiveQueries<Board>()
    var posts = LiveQueries<[PostOverview]>()
    var faults: [String] = []
    var faultReaders: [AsyncStream<[String]>.Continuation] = []
    var removalReaders: [AsyncStream<Void>.Continuation] = []
  }

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
      reader.yield(queries.faults)
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

  /// Reports that something was put into the trash.
  func reportRemoval() {
    queries.withLock { queries in
      queries.removalReaders.removeAll { reader in
        if case .terminated = reader.yield(()) { true } else { false }
      }
    }
  }

  /// Reports what changed in a topic.
  ///
  /// - Parameter new: nil if the topic no longer exists.
  func report(_ id: Topic.ID, _ old: TopicContent?, _ new: TopicContent?, version: Int) {
    queries.withLock { queries in
      if old?.board != new?.board {
        // The board first: its overview is part of it, and shown in the same step.
        let board = Stored(new?.board, version: version)
        queries.boards.report(.topic(id, board))
        queries.overviews.report(.topic(id, board.map { $0?.overview }))
      }
      if let new, old?.posts != new.posts {
        queries.posts.report(.topic(id, Stored(new.overviews(), version: version)))
      }
    }
  }

  /// Reports the faults, if they have changed.
  func report(_ faults: [String]) {
    queries.withLock { queries in
      guard faults != queries.faults else { return }
      queries.faults = faults
      queries.faultReaders.removeAll { reader in
        if case .terminated = reader.yield(faults) { true } else { false }
      }
    }
  }
}
