internal import Domain
internal import Synchronization

/// What a gateway reports to all who follow it.
final class Reports: Sendable {
  typealias PartFreshness = (part: StorePart, freshness: Freshness)

  private struct State {
    var overviews = LiveQueries<TopicOverview>()
    var boards = LiveQueries<Board>()
    var posts = LiveQueries<[PostOverview]>()
    /// The sentence for each place that has a fault.
    var faults: [String: String] = [:]
    var faultReaders: [AsyncStream<[String]>.Continuation] = []
    var freshness: [StorePart: Freshness] = [:]
    var freshnessReaders: [AsyncStream<PartFreshness>.Continuation] = []
  }

  private let state = Mutex(State())

  // MARK: Followers

  func overviews() -> AsyncStream<StoreChange<TopicOverview>> {
    state.withLock { $0.overviews.begin() }
  }

  func boards() -> AsyncStream<StoreChange<Board>> { state.withLock { $0.boards.begin() } }

  func posts() -> AsyncStream<StoreChange<[PostOverview]>> { state.withLock { $0.posts.begin() } }

  func faults() -> AsyncStream<[String]> {
    state.withLock { state in
      let (stream, reader) = AsyncStream.makeStream(
        of: [String].self, bufferingPolicy: .bufferingNewest(1))
      reader.yield(state.faults.values.sorted())
      state.faultReaders.append(reader)
      return stream
    }
  }

  func freshness() -> AsyncStream<PartFreshness> {
    state.withLock { state in
      let (stream, reader) = AsyncStream.makeStream(of: PartFreshness.self)
      for known in state.freshness { reader.yield((known.key, known.value)) }
      state.freshnessReaders.append(reader)
      return stream
    }
  }

  // MARK: Reports

  /// Reports a topic's arguments and figures; nil for a topic that no longer exists.
  func report(_ id: Topic.ID, _ board: Stored<Board?>, _ overview: Stored<TopicOverview?>) {
    state.withLock { state in
      // The board first: its overview is part of it, and shown in the same step.
      state.boards.report(.topic(id, board))
      state.overviews.report(.topic(id, overview))
    }
  }

  /// Reports a topic whose arguments are not known.
  func report(_ id: Topic.ID, _ overview: Stored<TopicOverview?>) {
    state.withLock { $0.overviews.report(.topic(id, overview)) }
  }

  func report(_ id: Topic.ID, _ newest: Stored<[PostOverview]?>) {
    state.withLock { $0.posts.report(.topic(id, newest)) }
  }

  /// Reports the fault of a place, unless it is known.
  ///
  /// - Parameter sentence: begins with the place; nil if there is none any longer.
  func report(fault sentence: String?, at place: String) {
    state.withLock { state in
      guard state.faults[place] != sentence else { return }
      state.faults[place] = sentence
      let sentences = state.faults.values.sorted()
      state.faultReaders.removeAll { Self.hasEnded($0.yield(sentences)) }
    }
  }

  /// Reports how fresh a part is, unless only the date of its last confirmation has changed.
  func report(_ freshness: Freshness, of part: StorePart) {
    state.withLock { state in
      let old = state.freshness.updateValue(freshness, forKey: part)
      guard old?.fetched != freshness.fetched || old?.failure != freshness.failure else { return }
      state.freshnessReaders.removeAll { Self.hasEnded($0.yield((part, freshness))) }
    }
  }

  /// Forgets a part that no longer exists.
  func forget(_ part: StorePart) {
    state.withLock { $0.freshness[part] = nil }
  }

  private static func hasEnded<Element>(
    _ result: AsyncStream<Element>.Continuation.YieldResult
  ) -> Bool {
    if case .terminated = result { true } else { false }
  }
}
