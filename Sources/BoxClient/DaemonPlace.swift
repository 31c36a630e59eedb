package import BoxWire
internal import Glibc
internal import OperatingSystem

/// The socket of the daemon that a program uses.
public struct DaemonPlace: Equatable, Sendable {
  public let path: String
  /// Whose daemon it is; nil when the socket was named.
  package let owner: SocketPlaces.Owner?
  /// A phrase that says which daemon it is and what decides that; nil unless the user has one and may
  /// use the system's, too.
  package let choice: String?

  /// The socket at this path.
  public init(_ path: String) {
    self.init(path, owner: nil, choice: nil)
  }

  init(_ path: String, owner: SocketPlaces.Owner?, choice: String?) {
    self.path = path
    self.owner = owner
    self.choice = choice
  }

  /// The socket that `PROCON_SOCKET` names; otherwise that of the user's own daemon or of the
  /// system's, whether it runs or not.
  ///
  /// - Throws: ``ConnectError/configuration(_:)`` when the user's configuration decides this and
  ///   cannot be read.
  public static var standard: DaemonPlace {
    get throws(ConnectError) {
      if let named = Environment["PROCON_SOCKET"] { return DaemonPlace(named) }
      return try DaemonChoice(environment: Environment.variables, userID: getuid()).place
    }
  }

  /// - Throws: ``ConnectError/unsafeDirectory(_:)`` when another user could listen there.
  package func check() throws(ConnectError) {
    if owner == .own { try SocketDirectory(of: path).check() }
  }
}

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
