/// The failures of the last `Limits.failuresLast`: when each happened, and with which name. A pause
/// depends on how many they are.
struct LogInFailures {
  /// Oldest first; at most `Limits.failuresCounted`.
  private var failures: [Failure] = []

  fileprivate struct Failure {
    /// The hash of the name; nil for an attempt without a name. Different names that have the same
    /// hash are not to be expected.
    let name: Int?
    let time: Duration
  }

  /// When the last one happened; nil if there is none.
  var last: Duration? { failures.last?.time }

  /// Returns when the pause ends; nil if there is none at `now`.
  func pauseEnd(after now: Duration) -> Duration? {
    let further = failures.count { $0.isCounted(at: now) } - Limits.failuresBeforePause
    guard further >= 0, let last else { return nil }
    let (shortest, longest) = (Limits.logInPause.lowerBound, Limits.logInPause.upperBound)
    // The shift cannot overflow: at most 16 failures are kept.
    let end = last + min(longest, shortest * (1 << further))
    return end > now ? end : nil
  }

  /// Counts a failure. Forgets those that no longer count, and the oldest one if there are too many.
  mutating func add(name: Int?, at now: Duration) {
    failures.removeAll { !$0.isCounted(at: now) }
    if failures.count == Limits.failuresCounted { failures.removeFirst() }
    failures.append(Failure(name: name, time: now))
  }

  /// Forgets the failures with a name.
  mutating func forget(name: Int) {
    failures.removeAll { $0.name == name }
  }
}

extension LogInFailures.Failure {
  fileprivate func isCounted(at now: Duration) -> Bool {
    time + Limits.failuresLast > now
  }
}
