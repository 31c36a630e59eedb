internal import BoxWire
internal import Glibc
internal import OperatingSystem

/// Which of two daemons the user's clients used last: `own` or `system`, in a file.
enum LastDaemon {
  /// Remembers which daemon is used.
  ///
  /// - Returns: whether it is another one than last time, or that is not known.
  static func replace(with owner: SocketPlaces.Owner) -> Bool {
    guard let path = ClientState.path(of: "last-daemon") else { return true }
    let text = Array("\(owner.rawValue)\n".utf8)
    if let last = try? ShortFile.read(path, limit: 64), last == text { return false }
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { return true }
    _ = write(file, text, text.count)
    close(file)
    return true
  }
}
