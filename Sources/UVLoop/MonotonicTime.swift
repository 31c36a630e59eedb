/// A point in time of CLOCK_MONOTONIC, which never goes back and is read without a system call; while
/// a test drives ``LoopClock``, of that.
package struct MonotonicTime: Comparable, Sendable {
  /// Nanoseconds since a fixed time in the past.
  package let nanoseconds: Int

  package static var now: MonotonicTime {
    MonotonicTime(nanoseconds: LoopClock.nanoseconds)
  }

  package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  package static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
    MonotonicTime(nanoseconds: time.nanoseconds + Int(duration / .nanoseconds(1)))
  }

  package static func - (time: MonotonicTime, duration: Duration) -> MonotonicTime {
    MonotonicTime(nanoseconds: time.nanoseconds - Int(duration / .nanoseconds(1)))
  }

  /// Returns the time until `other`; negative when that is earlier.
  package func duration(to other: MonotonicTime) -> Duration {
    .nanoseconds(other.nanoseconds - nanoseconds)
  }
}
