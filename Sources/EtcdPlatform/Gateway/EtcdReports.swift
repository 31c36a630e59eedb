internal import Domain
internal import Synchronization

/// What a gateway reports to all who follow it.
final class EtcdReports: Sendable {
  private struct State {
    var changes = StoreChanges()
    /// Why the cluster cannot be reached; nil if it can.
    var obstacle: String?
    var faults: [StoreFault] = []
    var shownFaults = LiveQuery<[StoreFault]>(keepsOnlyNewest: true)
    var removals = LiveQuery<Void>(keepsOnlyNewest: true)

    var all: [StoreFault] { (obstacle.map { [StoreFault($0)] } ?? []) + faults }
  }

  private let state = Mutex(State())

  // MARK: Followers

  func changes() -> (version: Int, steps: AsyncStream<StoreStep>) {
    state.withLock { $0.changes.begin() }
  }

  func faults() -> AsyncStream<[StoreFault]> {
    state.withLock { state in state.shownFaults.begin(with: [state.all]) }
  }

  func removals() -> AsyncStream<Void> { state.withLock { $0.removals.begin() } }

  // MARK: Reports

  /// Reports the changes of one step.
  func report(_ changes: [StoreChange]) { state.withLock { _ = $0.changes.report(changes) } }

  /// The version of the last step.
  var version: Int { state.withLock { $0.changes.version } }

  /// Reports that something was put into the trash.
  func reportRemoval() { state.withLock { $0.removals.report(()) } }

  /// Reports the faults, if they have changed.
  func report(faults: [StoreFault]) {
    state.withLock { state in
      guard faults != state.faults else { return }
      state.faults = faults
      state.shownFaults.report(state.all)
    }
  }

  /// Reports why the cluster cannot be reached, if that has changed; nil if it can.
  func report(obstacle: String?) {
    state.withLock { state in
      guard obstacle != state.obstacle else { return }
      state.obstacle = obstacle
      state.shownFaults.report(state.all)
    }
  }
}
