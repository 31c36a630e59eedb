internal import Glibc

/// Descriptors 0, 1 and 2 as the parent process left them.
package enum StandardDescriptors {
  /// Opens those that are closed, so that no file opened later becomes one of the standard three,
  /// and ignores SIGPIPE, so that a reader that is gone is an error of the write. Call it first.
  package static func prepare() {
    while true {
      // Read-only, so that writing to an output that was closed fails as it should.
      let descriptor = open("/dev/null", O_RDONLY)
      guard (0...2).contains(descriptor) else {
        if descriptor > 2 { close(descriptor) }
        break
      }
    }
    signal(SIGPIPE, SIG_IGN)
  }
}
