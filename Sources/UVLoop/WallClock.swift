internal import CLibuv

/// The system's clock, which may be set and go back.
package enum WallClock {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  package static var milliseconds: Int {
    var time = uv_timeval64_t()
    uv_gettimeofday(&time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_usec) / 1000
  }
}
