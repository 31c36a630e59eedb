internal import Domain
internal import Synchronization

/// What a gateway reports to all who follow it.
final class ServiceReports: Sendable {
  typealias PartFreshness = (part: StorePart, freshness: Freshness)

  private struct State {
    var changes = StoreChanges()
    /// By place.
    var faults: [String: [StoreFault]] = [:]
    var shownFaults = LiveQuery<[StoreFault]>(keepsOnlyNewest: true)
    var freshness: [StorePart: Freshness] = [:]
    var shownFreshness = LiveQuery<PartFreshness>()

    var allFaults: [StoreFault] {
      faults.values.joined().sorted { $0.sentence < $1.sentence }
    }
  }

  private let state = Mutex(State())

  // MARK: Followers

  func changes() -> (version: Int, steps: AsyncStream<StoreStep>) {
    state.withLock { $0.changes.begin() }
  }

  func faults() -> AsyncStream<[StoreFault]> {
    state.withLock { state in state.shownFaults.begin(with: [state.allFaults]) }
  }

  func freshness() -> AsyncStream<PartFreshness> {
    state.withLock { state in
      state.shownFreshness.begin(with: state.freshness.map { ($0.key, $0.value) })
    }
  }

  // MARK: Reports

  /// Reports the changes of one step.
  ///
  /// - Returns: the version with which they are reported.
  @discardableResult
  func report(_ changes: [StoreChange]) -> Int { state.withLock { $0.changes.report(changes) } }

  /// The version of the last step.
  var version: Int { state.withLock { $0.changes.version } }

  /// Reports the faults of a place, unless they are known.
  func report(_ faults: [StoreFault], at place: String) {
    state.withLock { state in
      guard state.faults[place] ?? [] != faults else { return }
      state.faults[place] = faults.isEmpty ? nil : faults
      state.shownFaults.report(state.allFaults)
    }
  }

  /// Reports how fresh a part is, unless only the date of its last confirmation has changed.
  func report(_ freshness: Freshness, of part: StorePart) {
    state.withLock { state in
      let old = state.freshness.updateValue(freshness, forKey: part)
      guard old?.fetched != freshness.fetched || old?.failure != freshness.failure else { return }
      state.shownFreshness.report((part, freshness))
    }
  }

  /// Forgets a part that does not exist now.
  func forget(_ part: StorePart) {
    state.withLock { state in
      guard state.freshness.removeValue(forKey: part) != nil else { return }
      state.shownFreshness.report((part, Freshness(fetched: nil, confirmed: nil)))
    }
  }
}
