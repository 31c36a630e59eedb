internal import Glibc

/// A regular file of limited length, such as one with settings, which is read as a whole.
package enum ShortFile {
  /// What other users may not do with a file.
  package enum Protection: Sendable {
    /// They may do anything.
    case none
    /// They may not change it. Root and this user may.
    case integrity
    /// They may not change it, and only its owner and group may read it.
    case secrecy
  }

  /// Reads a file. A pipe or a device is refused without waiting for it.
  ///
  /// - Parameters:
  ///   - limit: maximum length in bytes.
  ///   - protection: it is read only if ``protectedPath(_:_:)`` accepts it.
  /// - Throws: `ShortFileError`.
  package static func read(
    _ path: String, limit: Int, protection: Protection = .none
  ) throws(ShortFileError) -> [UInt8] {
    // Opening a pipe without a writer must not block.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
    let path = protection == .none ? path : try protectedPath(path, protection)
    let file = open(path, flags)
    guard file >= 0 else { throw ShortFileError(errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .notRegular
    }
    let bytes: [UInt8]?
    do throws(SystemCallError) {
      bytes = try readAll(from: file, atMost: limit, expecting: min(Int(status.st_size), limit))
    } catch {
      throw ShortFileError(error.code)
    }
    guard let bytes else { throw .tooLong(limit) }
    return bytes
  }

  /// Checks that only root and this user can change a file, as sshd(8) does for the files of a user
  /// (StrictModes): the file and all directories above it belong to root or to this user, and nobody
  /// else can write to them. Without the directories, another user could put a different file in its
  /// place, such as an earlier one of root's. Directories with the sticky bit, such as /tmp, are
  /// accepted, because others cannot replace files there.
  ///
  /// - Parameter protection: whether it also checks who can read the file.
  /// - Returns: the path without symbolic links, which others cannot change from now on.
  /// - Throws: `ShortFileError`, also if it is not a regular file.
  @discardableResult
  package static func protectedPath(
    _ path: String, _ protection: Protection = .integrity
  ) throws(ShortFileError) -> String {
    guard let resolved = realpath(path, nil) else { throw ShortFileError(errno) }
    defer { free(resolved) }
    let path = String(cString: resolved)
    // From the root, so that each one is checked at a place that others can no longer change.
    try checkDirectory("/")
    for slash in path.indices.dropFirst() where path[slash] == "/" {
      try checkDirectory(String(path[..<slash]))
    }
    let status = try status(path)
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    try check(status, at: path)
    if protection == .secrecy, status.st_mode & S_IROTH != 0 { throw .readableByOthers(path) }
    return path
  }

  private static func checkDirectory(_ path: String) throws(ShortFileError) {
    var status = try status(path)
    if status.st_mode & S_ISVTX != 0 { status.st_mode &= ~(S_IWGRP | S_IWOTH) }
    try check(status, at: path)
  }

  private static func check(_ status: stat, at path: String) throws(ShortFileError) {
    guard status.st_uid == 0 || status.st_uid == geteuid() else { throw .foreign(path) }
    guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else { throw .writableByOthers(path) }
  }

  /// Returns the status of a file or directory whose path has no symbolic links.
  private static func status(_ path: String) throws(ShortFileError) -> stat {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw ShortFileError(errno) }
    return status
  }
}
