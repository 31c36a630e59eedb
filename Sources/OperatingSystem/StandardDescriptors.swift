internal import Glibc

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
