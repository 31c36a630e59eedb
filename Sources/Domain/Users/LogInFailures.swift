/// The failures in a row of those who failed last: at most `Limits.failedLogIns` are remembered.
///
/// Those that have no pause are forgotten first, then the oldest. So a flood of names, each of which
/// fails once, does not end the pause of another name.
struct LogInFailures<Key: Hashable> {
  private var failures: [Key: Failures] = [:]

  private struct Failures {
    var count: Int
    /// When the last one happened.
    var last: Duration

    /// When the pause after the last one ends, or ended; nil if there is none.
    var pauseEnd: Duration? {
      let further = count - Limits.failuresBeforePause
      guard further >= 0 else { return nil }
      let (shortest, longest) = (Limits.logInPause.lowerBound, Limits.logInPause.upperBound)
      // The shift cannot overflow: 2^16 s exceed any pause.
      return last + min(longest, shortest * (1 << min(further, 16)))
    }

    func isPaused(at now: Duration) -> Bool {
      pauseEnd.map { $0 > now } ?? false
    }
  }

  /// Returns when the pause of `key` ends; nil if it has none at `now`.
  func pauseEnd(of key: Key, after now: Duration) -> Duration? {
    guard let failures = failures[key], failures.isPaused(at: now) else { return nil }
    return failures.pauseEnd
  }

  /// Counts a failure.
  mutating func add(_ key: Key, at now: Duration) {
    if failures[key] == nil, failures.count == Limits.failedLogIns { forgetOne(at: now) }
    failures[key, default: Failures(count: 0, last: now)].count += 1
    failures[key]?.last = now
  }

  mutating func forget(_ key: Key) {
    failures[key] = nil
  }

  private mutating func forgetOne(at now: Duration) {
    let first = failures.min { one, other in
      let (isPaused, isOtherPaused) = (one.value.isPaused(at: now), other.value.isPaused(at: now))
      return isPaused == isOtherPaused ? one.value.last < other.value.last : isOtherPaused
    }
    if let first { failures[first.key] = nil }
  }
}
