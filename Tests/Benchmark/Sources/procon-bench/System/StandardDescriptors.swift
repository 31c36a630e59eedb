internal import Glibc

/// Descriptors 0, 1 and 2 as the parent process left them.
enum StandardDescriptors {
  /// Opens /dev/null on those that are closed, so that no socket opened later becomes one of them.
  /// To be called before any file is opened.
  static func openMissing() {
    while case let descriptor = open("/dev/null", O_RDONLY), descriptor >= 0 {
      guard descriptor > 2 else { continue }
      close(descriptor)
      return
    }
  }
}
