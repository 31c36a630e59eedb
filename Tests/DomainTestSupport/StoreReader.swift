package import Domain

/// Shows what a store reports as far as somebody waits for it, as a mount does all the time.
package final class StoreReader {
  private var reports: AsyncStream<StoreStep>.Iterator
  /// The version up to which everything was shown or skipped.
  package private(set) var version: Int
  /// Shows one step of the store.
  package var show: (StoreStep) async -> Void = { _ in }

  /// Reads what is reported from now on.
  package init(_ gateway: any LiveGateway) {
    let (version, steps) = gateway.changes()
    self.version = version
    reports = steps.makeAsyncIterator()
  }

  /// Shows everything up to this version.
  package func read(to version: Int) async {
    while self.version < version { await show(await next()) }
  }

  /// Shows nothing of what is reported up to this version.
  package func skip(to version: Int) async {
    while self.version < version { _ = await next() }
  }

  private func next() async -> StoreStep {
    guard let step = await reports.next(isolation: #isolation) else {
      preconditionFailure("the live query ended")
    }
    version = step.version
    return step
  }
}
