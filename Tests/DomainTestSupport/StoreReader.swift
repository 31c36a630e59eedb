package import Domain

/// Shows what a store reports as far as somebody waits for it, as a mount does all the time.
package final class StoreReader {
  private var reports: AsyncStream<StoreStep>.Iterator
  /// The version up to which everything was shown or skipped.
  package private(set) var version: Int
  private var isReading = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// Shows one step of the store.
  package var show: (StoreStep) async -> Void = { _ in }

  /// Reads what is reported from now on.
  package init(_ gateway: any LiveGateway) {
    let (version, steps) = gateway.changes()
    self.version = version
    reports = steps.makeAsyncIterator()
  }

  /// Shows everything up to this version, one step after the other: of two calls at the same time, the
  /// second one waits for what the first one shows.
  package func read(to version: Int) async {
    while self.version < version {
      guard !isReading else {
        await withCheckedContinuation { call in
          // The reading may have ended since.
          if isReading { waiting.append(call) } else { call.resume() }
        }
        continue
      }
      isReading = true
      await show(await next())
      isReading = false
      let due = waiting
      waiting = []
      for call in due { call.resume() }
    }
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
