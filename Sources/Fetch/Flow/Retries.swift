/// The attempts of one request: whether and when the next one is made.
struct Retries {
  private var made = 0
  private var pauses = Duration.zero
  /// nil before the first failure.
  private var firstFailure: WallTime?

  /// The number of the current attempt; the first one is 1.
  var attempt: Int { made + 1 }

  /// Decides after a failure. A pause is between half of its maximum and its maximum, so that clients
  /// that failed together do not return together, and never shorter than the service asks for.
  ///
  /// - Parameter random: from 0 up to 1.
  /// - Returns: the pause before the next attempt, or nil if the failure is final: it would not go
  ///   away, or there is neither an attempt nor time left.
  mutating func pause(after error: FetchError, at now: WallTime, random: Double) -> Duration? {
    guard error.isWorthRetrying, made < FetchLimits.retries else { return nil }
    let start = firstFailure ?? now
    firstFailure = start
    let longest = FetchLimits.firstPause * (1 << made)
    let pause = max(longest * (0.5 + random / 2), error.retryAfter ?? .zero)
    // The clock may have been set back in the meantime.
    let spent = max(start.duration(to: now), pauses)
    guard spent + pause <= FetchLimits.retryTime else { return nil }
    made += 1
    pauses += pause
    return pause
  }
}

extension FetchError {
  /// Whether the same request may succeed within seconds. Nothing listens at a refused connection,
  /// and a check has just found that an unreachable service has no route.
  fileprivate var isWorthRetrying: Bool {
    switch self {
    case .noConnectivity(.refused), .noConnectivity(.unreachable): false
    default: isTemporary
    }
  }

  fileprivate var retryAfter: Duration? {
    guard case .server(.status(_, let duration)) = self else { return nil }
    return duration
  }
}
