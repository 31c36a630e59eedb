internal import Glibc
internal import OperatingSystem
internal import UVLoop

/// The path of a listening socket, held by a lock on a file beside it.
///
/// The process that holds the lock is the daemon. The kernel releases the lock when the process
/// ends, for whatever reason; so a socket on which no process listens was left behind by a daemon
/// that died.
@LoopActor
final class SocketFile {
  let path: String
  /// The socket that was created here, to be removed at the end.
  private var socket: FileIdentity?
  private var lock: Int32 = -1

  private var lockPath: String { path + ".lock" }

  private var directory: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Takes the lock and removes a leftover socket from the path.
  ///
  /// - Throws: `SocketError` naming the obstacle.
  init(path: String) throws(SocketError) {
    self.path = path
    try checkDirectory()
    lock = try takeLock()
    do throws(SocketError) {
      try clear()
    } catch {
      remove()
      throw error
    }
  }

  /// Takes over the path, its socket and its lock from the previous program of this process.
  ///
  /// - Parameter lock: closed with this.
  init(path: String, left lock: Int32) {
    self.path = path
    self.lock = lock
    adopt()
  }

  isolated deinit {
    remove()
  }

  /// Leaves the path, its socket and its lock to the next program of this process.
  ///
  /// - Returns: the lock.
  func leave() -> Int32 {
    defer { lock = -1 }
    return lock
  }

  /// Remembers the socket that was just created at the path.
  func adopt() {
    socket = FileIdentity(path: path)
  }

  /// Removes the socket and the lock, which frees the path. Files that another process has put in
  /// their place stay.
  func remove() {
    guard lock >= 0 else { return }
    if let socket, socket == FileIdentity(path: path) { unlink(path) }
    if isAtLockPath(lock) { unlink(lockPath) }
    close(lock)
    lock = -1
  }

  /// Only its owner and root may be able to replace files in the directory.
  private func checkDirectory() throws(SocketError) {
    let name = directory
    var status = stat()
    guard stat(name, &status) == 0 else {
      switch errno {
      case ENOENT: throw .directory(path: name, .missing)
      case ENOTDIR: throw .directory(path: name, .notDirectory)
      default: throw unusable("stat")
      }
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .directory(path: name, .notDirectory) }
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      throw .directory(path: name, .otherOwner)
    }
    let isWritableByOthers = status.st_mode & (S_IWGRP | S_IWOTH) != 0
    guard !isWritableByOthers || status.st_mode & S_ISVTX != 0 else {
      throw .directory(path: name, .writableByOthers)
    }
  }

  private func takeLock() throws(SocketError) -> Int32 {
    while true {
      let file = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard file >= 0 else {
        let error = unusable("open lock")
        throw isForeign(file) ? .foreignLock(path: lockPath) : error
      }
      guard !isForeign(file) else {
        close(file)
        throw .foreignLock(path: lockPath)
      }
      guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
        let code = errno
        close(file)
        if code == EWOULDBLOCK { throw .inUse(path: path) }
        throw .unusable(path: path, LoopError(operation: "lock", code: code))
      }
      // A daemon that exits removes the file: what is locked must still be at the path.
      if isAtLockPath(file) { return file }
      close(file)
    }
  }

  /// Whether the lock belongs to another user.
  ///
  /// - Parameter file: below 0 if it could not be opened.
  private func isForeign(_ file: Int32) -> Bool {
    var status = stat()
    let isThere = file >= 0 ? fstat(file, &status) == 0 : lstat(lockPath, &status) == 0
    return isThere && status.st_uid != geteuid()
  }

  private func isAtLockPath(_ file: Int32) -> Bool {
    guard let locked = FileIdentity(descriptor: file) else { return false }
    return locked == FileIdentity(path: lockPath)
  }

  private func clear() throws(SocketError) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return }
      throw unusable("stat")
    }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notSocket(path: path) }
    // A program that does not know about the lock may listen.
    let connection = Result { () throws(LoopError) in try PipeConnection.connect(to: path) }
    switch connection {
    case .failure(let error) where error.code == ECONNREFUSED:
      guard unlink(path) == 0 else { throw unusable("unlink") }
    case .failure(let error) where error.code != EAGAIN: throw .unusable(path: path, error)
    default: throw .inUse(path: path)
    }
  }

  private func unusable(_ operation: String) -> SocketError {
    .unusable(path: path, LoopError(operation: operation, code: errno))
  }
}
