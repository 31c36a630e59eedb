internal import Glibc

/// A directory that only this user can change.
enum OwnDirectory {
  /// Creates the directory with mode 0700, and its parents, or checks the existing one.
  ///
  /// - Parameter isPrivate: whether others must not even be able to list it.
  /// - Throws: `StartError` when it cannot be created, is not a directory, belongs to another user,
  ///   or is accessible to others.
  static func make(_ path: String, isPrivate: Bool) throws(StartError) {
    var path = path
    // With a slash at the end, a symbolic link would be followed.
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    if try !make(path, mode: 0o700) { try check(path, isPrivate: isPrivate) }
  }

  /// - Returns: whether the directory was created; false when the path already exists.
  private static func make(_ path: String, mode: mode_t) throws(StartError) -> Bool {
    if mkdir(path, mode) == 0 { return true }
    if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      _ = try make(String(path[..<slash]), mode: 0o755)
      if mkdir(path, mode) == 0 { return true }
    }
    guard errno == EEXIST else {
      let reason = String(cString: strerror(errno))
      throw StartError(status: .cannotCreate, description: "\(path) cannot be created: \(reason)")
    }
    return false
  }

  private static func check(_ path: String, isPrivate: Bool) throws(StartError) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw StartError(status: .cannotCreate, description: "\(path) is not a directory")
    }
    guard status.st_uid == geteuid() else {
      throw StartError(status: .notAllowed, description: "\(path) belongs to another user")
    }
    guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw StartError(status: .notAllowed, description: "\(path) can be written by others")
    }
    guard !isPrivate || status.st_mode & (S_IRWXG | S_IRWXO) == 0 else {
      throw StartError(
        status: .notAllowed, description: "\(path) is open to others: it must have mode 0700")
    }
  }
}
