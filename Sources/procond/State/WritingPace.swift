internal import UVLoop

/// The schedule for writing the shared boxes: soon after a change, and at most a twentieth of the
/// time.
struct WritingPace {
  /// The time from a change, or from the end of the previous write, to the next write. With two
  /// writes of 50 ms, the longest that do not prolong it, this adds up to a second, which is what a
  /// crash loses.
  static let shortest = Duration.milliseconds(900)
  /// The time from a failed write to the next one.
  static let afterFailure = Duration.seconds(5)
  /// The pause after a write, as a multiple of the time that the write took.
  private static let rest = 19

  private var earliest: MonotonicTime?

  /// Records a write, successful or not.
  mutating func record(from start: MonotonicTime, to end: MonotonicTime) {
    earliest = end + start.duration(to: end) * Self.rest
  }

  /// Returns the time until the next write.
  ///
  /// - Parameter hasFailed: whether the last one failed.
  func delay(at now: MonotonicTime, hasFailed: Bool) -> Duration {
    let least = hasFailed ? Self.afterFailure : Self.shortest
    guard let earliest else { return least }
    return max(least, now.duration(to: earliest))
  }
}
