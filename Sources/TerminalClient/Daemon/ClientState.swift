internal import BoxWire
internal import Glibc
internal import OperatingSystem

/// The directory in which clients keep files: `procon` in the user's state directory.
enum ClientState {
  /// Returns the path of a file in the directory, and creates the directory if it can; nil if the
  /// environment does not determine it.
  static func path(of name: String) -> String? {
    guard let state = BaseDirectories().state else { return nil }
    make("\(state)/procon")
    return "\(state)/procon/\(name)"
  }

  private static func make(_ directory: String) {
    var path = ""
    for part in directory.split(separator: "/") {
      path += "/\(part)"
      mkdir(path, 0o700)
    }
  }
}

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
