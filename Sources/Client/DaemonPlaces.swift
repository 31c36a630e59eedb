internal import Glibc
internal import Loop
internal import Wire

/// Where a daemon is looked for.
public struct DaemonPlaces: Equatable, Sendable {
  /// Paths of sockets, in the order in which they are tried.
  public let paths: [String]
  /// The one of them whose directory somebody else might have made; nil when it was named.
  private let own: String?

  /// The socket at this path and no other.
  public init(_ path: String) {
    paths = [path]
    own = nil
  }

  private init(_ places: SocketPlaces) {
    paths = [places.own, SocketPlaces.system]
    own = places.own
  }

  /// What `PROCON_SOCKET` names; else the user's own socket, then the system's.
  public static var standard: DaemonPlaces {
    if let named = variable("PROCON_SOCKET") { return DaemonPlaces(named) }
    var environment: [String: String] = [:]
    environment["XDG_RUNTIME_DIR"] = variable("XDG_RUNTIME_DIR")
    return DaemonPlaces(SocketPlaces(environment: environment, userID: getuid()))
  }

  /// Connects to the first place where somebody listens, and waits for the greeting.
  @LoopActor
  func connect() async throws(ConnectError) -> Connection {
    for path in paths {
      if path == own { try SocketDirectory(of: path).check() }
      guard let connection = try await Connection.open(path) else { continue }
      if let loss = connection.loss { throw .lost(loss) }
      return connection
    }
    throw .nobodyListens(places: paths)
  }

  /// nil when it is not set or empty.
  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
