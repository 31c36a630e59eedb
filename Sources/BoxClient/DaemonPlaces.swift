internal import BoxWire
internal import Glibc
internal import UVLoop

/// The sockets at which to look for a daemon.
public struct DaemonPlaces: Equatable, Sendable {
  /// Paths of sockets, in the order in which they are tried.
  public let paths: [String]
  /// The user's own socket, whose directory another user might have created; nil when a path was
  /// given.
  package let own: String?

  /// Only the socket at this path.
  public init(_ path: String) {
    paths = [path]
    own = nil
  }

  private init(_ places: SocketPlaces) {
    paths = [places.own, SocketPlaces.system]
    own = places.own
  }

  /// The socket that `PROCON_SOCKET` names; otherwise the user's own, then the system's.
  public static var standard: DaemonPlaces {
    if let named = Environment["PROCON_SOCKET"] { return DaemonPlaces(named) }
    var environment: [String: String] = [:]
    environment["XDG_RUNTIME_DIR"] = Environment["XDG_RUNTIME_DIR"]
    return DaemonPlaces(SocketPlaces(environment: environment, userID: getuid()))
  }

  /// Connects to the first socket with a listener, and waits for the greeting.
  @LoopActor
  func connect() async throws(ConnectError) -> Connection {
    for path in paths {
      guard let connection = try await open(path) else { continue }
      if let disconnection = connection.disconnection { throw .lost(disconnection) }
      return connection
    }
    throw .nobodyListens(places: paths)
  }

  /// Connects to one of them, and waits for the greeting. The connection may already be lost when
  /// this returns.
  ///
  /// - Returns: nil when no process listens there.
  @LoopActor
  package func open(_ path: String) async throws(ConnectError) -> Connection? {
    try check(path)
    return try await Connection.open(path)
  }

  /// - Throws: ``ConnectError/unsafeDirectory(_:)`` when another user could listen at this place.
  package func check(_ path: String) throws(ConnectError) {
    if path == own { try SocketDirectory(of: path).check() }
  }
}
