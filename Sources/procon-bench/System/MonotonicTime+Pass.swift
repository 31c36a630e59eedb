internal import Glibc
internal import UVLoop

extension MonotonicTime {
  /// Lets the time pass, or less of it when a signal comes.
  static func pass(milliseconds: Int) {
    var time = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
    nanosleep(&time, nil)
  }
}
