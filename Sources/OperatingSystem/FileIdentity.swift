package import Glibc

/// The identity of a file, which distinguishes it from a later file with the same name.
package struct FileIdentity: Equatable, Sendable {
  private let device: dev_t
  package let number: ino_t

  /// nil if there is no such file.
  ///
  /// - Parameter followsLinks: whether to identify the target of a symbolic link instead of the link.
  package init?(path: String, followsLinks: Bool = false) {
    var status = stat()
    guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
    self.init(status)
  }

  /// nil if the descriptor is not open.
  package init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  package init(_ status: stat) {
    device = status.st_dev
    number = status.st_ino
  }
}
