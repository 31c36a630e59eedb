internal import BoardValues

extension DaemonStats {
  /// Time since the daemon started; nil if that is impossible.
  var runningTime: Duration? {
    // Seconds that a `Duration` can hold.
    (0.0..<1e15).contains(uptime) ? .seconds(uptime) : nil
  }

  /// Averages per second between two moments.
  struct Rates: Equatable, Sendable {
    let changes: Double
    let lines: Double
    let bytes: Double
  }

  /// - Parameters:
  ///   - earlier: earlier counts of the same daemon.
  ///   - published: the number of changes of `daemon.stats` itself since then, which are not counted.
  /// - Returns: nil when these counts are not later, or come from another daemon.
  func rates(since earlier: DaemonStats, published: Int) -> Rates? {
    let seconds = uptime - earlier.uptime
    guard seconds > 0, revision >= earlier.revision, changes >= earlier.changes,
      bytes >= earlier.bytes
    else { return nil }
    // Doubles, so that no count overflows.
    let changes = Double(revision) - Double(earlier.revision) - Double(published)
    return Rates(
      changes: max(0, changes) / seconds,
      lines: (Double(self.changes) - Double(earlier.changes)) / seconds,
      bytes: (Double(bytes) - Double(earlier.bytes)) / seconds)
  }
}
