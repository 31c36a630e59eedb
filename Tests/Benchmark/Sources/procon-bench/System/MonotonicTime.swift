internal import Glibc

/// CLOCK_MONOTONIC, which never goes back and is read without a system call.
enum MonotonicTime {
  /// The present time, in nanoseconds since a fixed time in the past.
  static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// Waits for the time to pass, or less if a signal arrives.
  static func pass(milliseconds: Int) {
    var time = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
    nanosleep(&time, nil)
  }
}
