internal import Glibc

/// How many files this process, and each server that it starts, may have open.
enum DescriptorLimit {
  /// For everything but subscribers.
  private static let kept = 64

  /// Raises the limit as far as it goes.
  ///
  /// - Returns: how many subscribers there can be.
  static func raise() -> Int {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return 0 }
    limit.rlim_cur = limit.rlim_max
    setrlimit(resource, &limit)
    return max(0, Int(clamping: limit.rlim_cur) - kept)
  }
}
