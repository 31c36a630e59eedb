internal import Domain
internal import Synchronization

/// The live queries of a database.
final class SQLiteReports: Sendable {
  private let queries = Mutex(Queries())

  private struct Queries {
    var changes = StoreChanges()
    /// Why nothing can be changed; nil if it can.
    var obstacle: String?
    var faults: [StoreFault] = []
    var shownFaults = LiveQuery<[StoreFault]>(keepsOnlyNewest: true)
    var removals = LiveQuery<Void>(keepsOnlyNewest: true)

    var all: [StoreFault] { (obstacle.map { [StoreFault($0)] } ?? []) + faults }

    mutating func reportFaults() { shownFaults.report(all) }
  }

  // MARK: Followers

  func changes() -> (version: Int, steps: AsyncStream<StoreStep>) {
    queries.withLock { $0.changes.begin() }
  }

  func faults() -> AsyncStream<[StoreFault]> {
    queries.withLock { queries in queries.shownFaults.begin(with: [queries.all]) }
  }

  func removals() -> AsyncStream<Void> { queries.withLock { $0.removals.begin() } }

  // MARK: SQLiteReports

  /// Reports the changes of one step.
  ///
  /// - Returns: the version with which they are reported.
  @discardableResult
  func report(_ changes: [StoreChange]) -> Int { queries.withLock { $0.changes.report(changes) } }

  /// The version of the last step.
  var version: Int { queries.withLock { $0.changes.version } }

  /// Reports that something was put into the trash.
  func reportRemoval() {
    queries.withLock { $0.removals.report(()) }
  }

  /// Reports the faults, if they have changed.
  func report(faults: [StoreFault]) {
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
