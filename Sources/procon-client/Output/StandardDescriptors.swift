internal import Glibc

/// Descriptors 0, 1 and 2, as a parent process left them.
enum StandardDescriptors {
  /// To be called first. Makes sure that no descriptor that is opened later becomes one of the
  /// standard three, and that a reader who is gone shows as an error of the write.
  static func prepare() {
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
