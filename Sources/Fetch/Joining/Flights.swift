/// Joins equal calls: while one of them works, the others wait for its outcome.
///
/// Cancelling a call ends only that call. If it was the one that worked, the next one starts over,
/// because what runs in a cancelled task cannot be continued from another one.
final class Flights<Outcome> {
  /// Those that can be joined, by key.
  private var current: [String: Flight<Outcome>] = [:]

  /// Works, or waits for an equal call that does.
  ///
  /// - Parameters:
  ///   - key: equal for equal calls.
  ///   - observe: called with `joined` and `tookOver`.
  ///   - work: called with a closure that returns false once `separate()` was called.
  /// - Throws: what `work` throws, of whichever call; `cancelled` if this call is cancelled.
  func join(
    _ key: String, observe: (FetchStep) -> Void,
    work: (_ isCurrent: () -> Bool) async throws(FetchError) -> Outcome
  ) async throws(FetchError) -> Outcome {
    guard let flight = current[key] else {
      let flight = Flight<Outcome>()
      current[key] = flight
      return try await lead(flight, key, work)
    }
    observe(.joined)
    switch await flight.wait() {
    case .ended(let result): return try result.get()
    case .cancelled: throw .cancelled
    case .leads:
      if !Task.isCancelled { observe(.tookOver) }
      return try await lead(flight, key, work)
    }
  }

  /// Lets later calls start work of their own. Those that wait now keep waiting.
  func separate() {
    current = [:]
  }

  private func lead(
    _ flight: Flight<Outcome>, _ key: String,
    _ work: (_ isCurrent: () -> Bool) async throws(FetchError) -> Outcome
  ) async throws(FetchError) -> Outcome {
    do throws(FetchError) {
      guard !Task.isCancelled else { throw .cancelled }
      let outcome = try await work { self.current[key] === flight }
      remove(flight, key)
      flight.end(.success(outcome))
      return outcome
    } catch {
      // The error may be due to the cancellation, so it is not the result of the others.
      if Task.isCancelled {
        if !flight.passOn() { remove(flight, key) }
        throw .cancelled
      }
      remove(flight, key)
      flight.end(.failure(error))
      throw error
    }
  }

  private func remove(_ flight: Flight<Outcome>, _ key: String) {
    if current[key] === flight { current[key] = nil }
  }
}
