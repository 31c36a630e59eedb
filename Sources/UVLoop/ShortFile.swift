internal import Glibc

/// A regular file of limited length, such as one with settings, which is read as a whole.
package enum ShortFile {
  /// Reads a file. A pipe or a device is refused without waiting for it.
  ///
  /// - Parameters:
  ///   - limit: maximum length in bytes.
  ///   - isProtected: whether to read it only if ``protectedPath(_:)`` accepts it.
  /// - Throws: `ShortFileError`.
  package static func read(
    _ path: String, limit: Int, isProtected: Bool = false
  ) throws(ShortFileError) -> [UInt8] {
    // Opening a pipe without a writer must not block.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
    let file = open(isProtected ? try protectedPath(path) : path, flags)
    guard file >= 0 else { throw ShortFileError(errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .notRegular
    }
    return try read(file, limit)
  }

  private static func read(_ file: Int32, _ limit: Int) throws(ShortFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: min(limit + 1, 64 << 10))
    while bytes.count <= limit {
      let count = Glibc.read(file, &part, part.count)
      guard count >= 0 else { throw ShortFileError(errno) }
      guard count > 0 else { return bytes }
      bytes += part[..<count]
    }
    throw .tooLong(limit)
  }

  /// Checks that only root and this user can change a file, as sshd(8) does for the files of a user
  /// (StrictModes): the file and all directories above it belong to root or to this user, and nobody
  /// else can write to them. Without the directories, another user could put a different file in its
  /// place, such as an earlier one of root's. Directories with the sticky bit, such as /tmp, are
  /// accepted, because others cannot replace files there.
  ///
  /// - Returns: the path without symbolic links, which others cannot change from now on.
  /// - Throws: `ShortFileError`, also if it is not a regular file.
  @discardableResult
  package static func protectedPath(_ path: String) throws(ShortFileError) -> String {
    guard let resolved = realpath(path, nil) else { throw ShortFileError(errno) }
    defer { free(resolved) }
    let path = String(cString: resolved)
    // From the root, so that each one is checked at a place that others can no longer change.
    try check("/")
    for slash in path.indices.dropFirst() where path[slash] == "/" {
      try check(String(path[..<slash]))
    }
    try check(path, isFile: true)
    return path
  }

  /// Checks a file or directory whose path has no symbolic links.
  private static func check(_ path: String, isFile: Bool = false) throws(ShortFileError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw ShortFileError(errno) }
    let isSticky = !isFile && status.st_mode & S_ISVTX != 0
    if isFile, status.st_mode & S_IFMT != S_IFREG { throw .notRegular }
    guard status.st_uid == 0 || status.st_uid == geteuid() else { throw .foreign(path) }
    guard isSticky || status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw .writableByOthers(path)
    }
  }
}
