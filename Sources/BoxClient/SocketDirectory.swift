internal import Glibc

/// The directory of the user's own socket.
package struct SocketDirectory {
  package let path: String

  /// - Parameter socket: an absolute path.
  package init(of socket: String) {
    path = String(socket[..<(socket.lastIndex(of: "/") ?? socket.startIndex)])
  }

  /// Checks a directory below `/tmp`, where any user could have created it and could listen in it.
  /// (Runtime directories are created by the system.) It need not exist yet.
  ///
  /// - Throws: ``ConnectError/unsafeDirectory(_:)`` when it exists and is not a directory that only
  ///   this user can write to.
  package func check() throws(ConnectError) {
    guard path.hasPrefix("/tmp/") else { return }
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    let isSafe =
      status.st_mode & S_IFMT == S_IFDIR && status.st_uid == getuid() && status.st_mode & 0o022 == 0
    if !isSafe { throw .unsafeDirectory(path) }
  }
}
