internal import Glibc

/// How many files this process may have open (RLIMIT_NOFILE in getrlimit(2)).
package enum DescriptorLimit {
  /// The limit that applies; nil when the system does not tell it.
  package static var current: Int? {
    limits.map { Int(clamping: $0.rlim_cur) }
  }

  /// Raises the limit as far as this process may. Child processes inherit it.
  package static func raise() {
    guard var limits, limits.rlim_cur < limits.rlim_max else { return }
    limits.rlim_cur = limits.rlim_max
    setrlimit(resource, &limits)
  }

  private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

  private static var limits: rlimit? {
    var limits = rlimit()
    return getrlimit(resource, &limits) == 0 ? limits : nil
  }
}
