internal import Domain
internal import Synchronization

/// The live queries of a store of files.
final class FileReports: Sendable {
  private let queries = Mutex(Queries())

  private struct Queries {
    var changes = StoreChanges()
    var faults: [StoreFault] = []
    var shownFaults = LiveQuery<[StoreFault]>(keepsOnlyNewest: true)
    var removals = LiveQuery<Void>(keepsOnlyNewest: true)
  }

  func changes() -> (version: Int, steps: AsyncStream<StoreStep>) {
    queries.withLock { $0.changes.begin() }
  }

  func faults() -> AsyncStream<[StoreFault]> {
    queries.withLock { queries in queries.shownFaults.begin(with: [queries.faults]) }
  }

  func removals() -> AsyncStream<Void> { queries.withLock { $0.removals.begin() } }

  /// Reports that something was put into the trash.
  func reportRemoval() {
    queries.withLock { $0.removals.report(()) }
  }

  /// Reports the changes of one step.
  ///
  /// - Returns: the version with which they are reported.
  @discardableResult
  func report(_ changes: [StoreChange]) -> Int { queries.withLock { $0.changes.report(changes) } }

  /// The version of the last step.
  var version: Int { queries.withLock { $0.changes.version } }

  /// Reports the faults, if they have changed.
  func report(_ faults: [StoreFault]) {
    queries.withLock { queries in
      guard faults != queries.faults else { return }
      queries.faults = faults
      queries.shownFaults.report(faults)
    }
  }
}
