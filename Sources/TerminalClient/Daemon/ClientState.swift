internal import BoxWire
internal import Glibc
internal import OperatingSystem

/// The directory in which clients keep files: `procon` in the user's state directory.
package enum ClientState {
  /// Returns the path of a file in the directory, and creates the directory if it can; nil if the
  /// environment does not determine it.
  static func path(of name: String) -> String? {
    guard let state = BaseDirectories().state else { return nil }
    make("\(state)/procon")
    return "\(state)/procon/\(name)"
  }

  /// The contents of a file in the directory; nil if they cannot be read.
  ///
  /// - Parameter limit: in bytes.
  package static func contents(of name: String, limit: Int) -> [UInt8]? {
    path(of: name).flatMap { try? ShortFile.read($0, limit: limit) }
  }

  /// Keeps a text in a file that only the user can read, if it can.
  package static func keep(_ text: [UInt8], as name: String) {
    guard let path = path(of: name) else { return }
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    _ = write(file, text, text.count)
    close(file)
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
  private static let name = "last-daemon"

  /// Remembers which daemon is used.
  ///
  /// - Returns: whether it is another one than last time, or that is not known.
  static func replace(with owner: SocketPlaces.Owner) -> Bool {
    let text = Array("\(owner.rawValue)\n".utf8)
    guard ClientState.contents(of: name, limit: 64) != text else { return false }
    ClientState.keep(text, as: name)
    return true
  }
}
