internal import Synchronization

/// Events in order, noted from any thread, that tests can wait for.
package final class Journal<Event: Sendable>: Sendable {
  private struct State: ~Copyable {
    var events: [Event] = []
    var waiters: [Int: Waiter] = [:]
    var waits = 0
  }

  private struct Waiter {
    let isEnough: @Sendable ([Event]) -> Bool
    let continuation: CheckedContinuation<[Event], any Error>
    let deadline: Task<Void, Never>
  }

  private let state = Mutex(State())

  package init() {}

  package var events: [Event] { state.withLock { $0.events } }

  package func note(_ event: Event) {
    let (events, ready) = state.withLock { state in
      state.events.append(event)
      guard !state.waiters.isEmpty else { return ([Event](), [Waiter]()) }
      let events = state.events
      let ready = state.waiters.filter { $0.value.isEnough(events) }
      for id in ready.keys { state.waiters[id] = nil }
      return (events, Array(ready.values))
    }
    for waiter in ready {
      waiter.deadline.cancel()
      waiter.continuation.resume(returning: events)
    }
  }

  /// Waits until the events so far satisfy a condition.
  ///
  /// - Parameter time: generous, because it passes only if something is broken.
  /// - Returns: the events so far.
  /// - Throws: ``DeadlinePassed`` with the events so far.
  @discardableResult
  package func wait(
    within time: Duration = .patience, until isEnough: @escaping @Sendable ([Event]) -> Bool
  ) async throws -> [Event] {
    try await withCheckedThrowingContinuation { continuation in
      let events: [Event]? = state.withLock { state in
        guard !isEnough(state.events) else { return state.events }
        state.waits += 1
        let id = state.waits
        let deadline = Task {
          do { try await Task.sleep(for: time) } catch { return }
          self.expire(id)
        }
        state.waiters[id] = Waiter(
          isEnough: isEnough, continuation: continuation, deadline: deadline)
        return nil
      }
      if let events { continuation.resume(returning: events) }
    }
  }

  /// Waits until there are at least `count` events.
  @discardableResult
  package func wait(count: Int, within time: Duration = .patience) async throws -> [Event] {
    try await wait(within: time) { $0.count >= count }
  }

  private func expire(_ id: Int) {
    let (waiter, events) = state.withLock { ($0.waiters.removeValue(forKey: id), $0.events) }
    waiter?.continuation.resume(throwing: DeadlinePassed(soFar: "\(events)"))
  }
}

/// The expected event did not happen in time.
package struct DeadlinePassed: Error {
  /// What has happened until then.
  package let soFar: String

  package init(soFar: String) {
    self.soFar = soFar
  }
}
