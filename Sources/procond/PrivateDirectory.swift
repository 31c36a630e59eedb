internal import Glibc

/// A directory for this user alone.
enum PrivateDirectory {
  /// Makes the directory with mode 0700, with those above it, or checks the one that is there.
  ///
  /// - Throws: `StartError` when it cannot be made, is no directory, is somebody else's, or is open
  ///   to others.
  static func make(_ path: String) throws(StartError) {
    if mkdir(path, 0o700) == 0 { return }
    if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      try makeParents(String(path[..<slash]))
      if mkdir(path, 0o700) == 0 { return }
    }
    guard errno == EEXIST else {
      let reason = String(cString: strerror(errno))
      throw StartError(status: .cannotCreate, description: "\(path) cannot be made: \(reason)")
    }
    try check(path)
  }

  private static func makeParents(_ path: String) throws(StartError) {
    if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
    if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      try makeParents(String(path[..<slash]))
      if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
    }
    let reason = String(cString: strerror(errno))
    throw StartError(status: .cannotCreate, description: "\(path) cannot be made: \(reason)")
  }

  /// Not following a link: somebody else could have put it there.
  private static func check(_ path: String) throws(StartError) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw StartError(status: .cannotCreate, description: "\(path) is no directory")
    }
    guard status.st_uid == geteuid() else {
      throw StartError(status: .notAllowed, description: "\(path) belongs to another user")
    }
    guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw StartError(status: .notAllowed, description: "\(path) can be written by others")
    }
  }
}
