internal import Glibc

/// The clock that intervals are measured with: it never goes back, and costs no system call.
enum Uptime {
  /// Nanoseconds since some time in the past.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
