/// Reports what happens in a store to all who follow it. A platform adds the lock.
public protocol StoreReporter: Sendable {
  /// Calls `body` once, while no other call does.
  func withQueries<Value: Sendable>(_ body: (inout StoreQueries) -> Value) -> Value
}

/// The live queries of a store.
public struct StoreQueries: Sendable {
  fileprivate var changes = StoreChanges()
  /// Why something is not possible in the whole store; nil if all is.
  fileprivate var obstacle: String?
  fileprivate var faults: [StoreFault] = []
  fileprivate var shownFaults = LiveQuery<[StoreFault]>(keepsOnlyNewest: true)
  fileprivate var removals = LiveQuery<Void>(keepsOnlyNewest: true)

  public init() {}

  fileprivate var all: [StoreFault] { (obstacle.map { [StoreFault($0)] } ?? []) + faults }
}

// Followers.
extension StoreReporter {
  public func changes() -> (version: Int, steps: AsyncStream<StoreStep>) {
    withQueries { $0.changes.begin() }
  }

  public func faults() -> AsyncStream<[StoreFault]> {
    withQueries { queries in queries.shownFaults.begin(with: [queries.all]) }
  }

  public func removals() -> AsyncStream<Void> { withQueries { $0.removals.begin() } }
}

// Reports.
extension StoreReporter {
  /// The version of the last step.
  public var version: Int { withQueries { $0.changes.version } }

  /// Reports the changes of one step.
  ///
  /// - Returns: the version with which they are reported.
  @discardableResult
  public func report(_ changes: [StoreChange]) -> Int {
    withQueries { $0.changes.report(changes) }
  }

  /// Reports that something was put into the trash.
  public func reportRemoval() {
    withQueries { $0.removals.report(()) }
  }

  /// Reports the faults, if they have changed.
  public func report(faults: [StoreFault]) {
    withQueries { queries in
      guard faults != queries.faults else { return }
      queries.faults = faults
      queries.shownFaults.report(queries.all)
    }
  }

  /// Reports why something is not possible in the whole store as a fault, if that has changed; nil if all is.
  ///
  /// - Returns: whether it has changed.
  @discardableResult
  public func report(obstacle: String?) -> Bool {
    withQueries { queries in
      guard obstacle != queries.obstacle else { return false }
      queries.obstacle = obstacle
      queries.shownFaults.report(queries.all)
      return true
    }
  }
}
