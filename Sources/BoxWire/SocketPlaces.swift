/// The default paths of a daemon's socket.
public struct SocketPlaces: Equatable, Sendable {
  /// Whose daemon it is. The names are the values of the key `daemon` in a user's configuration.
  package enum Owner: String, Sendable {
    case own
    case system
  }

  /// The socket of the system service.
  public static let system = "/run/procon/procon.sock"

  /// The user's own socket: `$XDG_RUNTIME_DIR/procon/procon.sock`, else
  /// `/tmp/procon-<uid>/procon.sock`.
  public let own: String

  /// - Parameters:
  ///   - environment: the environment variables; a runtime directory that is not an absolute path
  ///     is ignored, as the XDG Base Directory Specification requires.
  ///   - userID: the user whose socket it is.
  public init(environment: [String: String], userID: UInt32) {
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
      own = "\(runtime)/procon/procon.sock"
    } else {
      own = "/tmp/procon-\(userID)/procon.sock"
    }
  }
}
