/// Work that several calls wait for. One of them, the leader, does it.
final class Flight<Outcome> {
  private var result: Result<Outcome, FetchError>?
  /// In order of arrival.
  private var waiters: [Waiter] = []

  private final class Waiter {
    let wake: AsyncStream<Void>.Continuation
    var leads = false

    init(_ wake: AsyncStream<Void>.Continuation) {
      self.wake = wake
    }
  }

  /// How waiting ended.
  enum Turn {
    case ended(Result<Outcome, FetchError>)
    /// The leader was cancelled, and the caller is the new leader.
    case leads
    /// The caller was cancelled.
    case cancelled
  }

  /// Waits until the work has ended, the caller is to lead it, or the caller is cancelled.
  func wait() async -> Turn {
    // A stream keeps a wake-up that precedes the wait, and also ends on cancellation, which may
    // happen on any thread.
    let (wakes, wake) = AsyncStream<Void>.makeStream()
    let waiter = Waiter(wake)
    waiters.append(waiter)
    var iterator = wakes.makeAsyncIterator()
    _ = await iterator.next(isolation: #isolation)
    waiters.removeAll { $0 === waiter }
    if let result { return .ended(result) }
    return waiter.leads ? .leads : .cancelled
  }

  /// Ends the work for all waiting calls.
  func end(_ result: Result<Outcome, FetchError>) {
    self.result = result
    for waiter in waiters { waiter.wake.yield() }
  }

  /// Makes the call that has waited longest the leader. Returns false if no call waits.
  func passOn() -> Bool {
    guard !waiters.isEmpty else { return false }
    let next = waiters.removeFirst()
    next.leads = true
    next.wake.yield()
    return true
  }
}
