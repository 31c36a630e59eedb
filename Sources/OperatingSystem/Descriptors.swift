internal import Glibc

/// The number of files that this process may have open (RLIMIT_NOFILE in getrlimit(2)).
package enum DescriptorLimit {
  /// The current limit; nil when the system does not report it.
  package static var current: Int? {
    limits.map { Int(clamping: $0.rlim_cur) }
  }

  /// Raises the limit as far as this process may. Child processes inherit it.
  package static func raise() {
    guard var limits, limits.rlim_cur < limits.rlim_max else { return }
    limits.rlim_cur = limits.rlim_max
    setrlimit(resource, &limits)
  }

  /// Makes the kernel's table large enough for this many open files, as far as the limit allows.
  ///
  /// To be called while there is only one thread: once there are more, the kernel waits for all
  /// processors (synchronize_rcu) each time the table grows, and the loop with it: some 5 ms, five
  /// times on the way to 1,000 connections.
  package static func makeRoom(for count: Int) {
    let highest = min(count, current ?? count) - 1
    guard let last = Int32(exactly: highest), last > STDERR_FILENO else { return }
    let room = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, last)
    if room >= 0 { close(room) }
  }

  private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

  private static var limits: rlimit? {
    var limits = rlimit()
    return getrlimit(resource, &limits) == 0 ? limits : nil
  }
}

/// Descriptors 0, 1 and 2 as the parent process left them.
package enum StandardDescriptors {
  /// Opens /dev/null on those that are closed, so that no file opened later becomes one of the
  /// standard three. Call it before any file is opened.
  package static func openMissing() {
    while true {
      // Read-only, so that writing to an output that was closed fails as it should.
      let descriptor = open("/dev/null", O_RDONLY)
      guard (0...2).contains(descriptor) else {
        if descriptor > 2 { close(descriptor) }
        break
      }
    }
  }
}
