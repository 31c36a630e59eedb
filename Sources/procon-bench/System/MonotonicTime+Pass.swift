internal import Glibc
internal import UVLoop

extension MonotonicTime {
  /// Waits for the time to pass, or less if a signal arrives.
  static func pass(milliseconds: Int) {
    var time = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
    nanosleep(&time, nil)
  }
}
