internal import Glibc

/// The clock that intervals are measured with: it never goes back, and reading it costs no system
/// call.
package enum MonotonicTime {
  /// Nanoseconds since some fixed point in the past.
  package static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
