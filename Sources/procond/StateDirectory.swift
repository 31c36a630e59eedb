internal import Glibc
internal import OperatingSystem
internal import UVLoop

/// The directory for stored data, and the lock that keeps a second daemon out of it.
///
/// The kernel releases the lock when the process ends, for whatever reason.
final class StateDirectory: Sendable {
  let path: String
  private let lock: Int32

  /// The default directory: systemd's, or else the user's own. nil if the environment does not
  /// determine one.
  static var byDefault: String? {
    // systemd separates several directories with colons.
    if let paths = Environment["STATE_DIRECTORY"] {
      return paths.split(separator: ":").first.map(String.init)
    }
    return BaseDirectories().state.map { "\($0)/procon" }
  }

  /// Creates the directory if it is missing, and takes its lock.
  ///
  /// - Parameter left: the lock of the previous program of this process; closed with this object.
  /// - Throws: `StartError` if it cannot be used, or another daemon uses it.
  init(_ path: String, left: Int32? = nil) throws(StartError) {
    try OwnDirectory.make(path, isPrivate: false)
    self.path = path
    let file = "\(path)/lock"
    if let left, FileIdentity(descriptor: left) == FileIdentity(path: file) {
      lock = left
    } else {
      if let left { close(left) }
      lock = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard lock >= 0 else { throw Self.failure(file) }
    // A daemon that is shutting down releases it within seconds; its socket is already gone.
    while flock(lock, LOCK_EX | (Self.isOwnerEnding(lock) ? 0 : LOCK_NB)) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { throw Self.failure(file) }
      if Self.isOwnerEnding(lock) { continue }
      throw StartError(
        status: .unavailable,
        description: "\(path) is in use by another daemon\(Self.owner(lock)); choose another one"
          + " with --state-dir")
    }
    let text = "\(getpid())\n"
    guard ftruncate(lock, 0) == 0 else { throw Self.failure(file) }
    // On a full disk, others learn only that it is locked.
    if pwrite(lock, text, text.utf8.count, 0) < 0, !LoopError.isDiskFull(errno) {
      throw Self.failure(file)
    }
  }

  deinit {
    // Closing does not release it while a process that is being started has a copy of it.
    flock(lock, LOCK_UN)
    close(lock)
  }

  /// The lock's descriptor, for the next program of this process; valid as long as this object.
  var lockLeft: Int32 { lock }

  /// Returns the path of a file that a person has named, perhaps relative to this directory.
  func path(of file: String) -> String {
    file.hasPrefix("/") ? file : "\(path)/\(file)"
  }

  /// Makes the next daemon wait for this one, which will release the lock within seconds.
  func announceEnding() {
    let text = "\(getpid()) \(Self.ending)\n"
    _ = pwrite(lock, text, text.utf8.count, 0)
  }

  private static let ending = "ending"

  private static func text(_ lock: Int32) -> String {
    var text = [UInt8](repeating: 0, count: 32)
    let count = pread(lock, &text, text.count, 0)
    return String(decoding: text.prefix(max(count, 0)), as: UTF8.self)
  }

  private static func isOwnerEnding(_ lock: Int32) -> Bool {
    text(lock).hasSuffix(" \(ending)\n")
  }

  /// The process that holds the lock, such as ", process id 7".
  private static func owner(_ lock: Int32) -> String {
    let digits = text(lock).prefix(while: \.isNumber)
    return digits.isEmpty ? "" : ", process id \(digits)"
  }

  private static func failure(_ file: String) -> StartError {
    StartError(
      status: .cannotCreate,
      description: "\(file) cannot be locked: \(String(cString: strerror(errno)))")
  }
}
