internal import BoxWire
internal import Glibc
internal import UVLoop

/// Where a daemon is looked for.
public struct DaemonPlaces: Equatable, Sendable {
  /// Paths of sockets, in the order in which they are tried.
  public let paths: [String]
  /// The user's own, whose directory somebody else might have made; nil when one was named.
  package let own: String?

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
    if let named = Environment["PROCON_SOCKET"] { return DaemonPlaces(named) }
    var environment: [String: String] = [:]
    environment["XDG_RUNTIME_DIR"] = Environment["XDG_RUNTIME_DIR"]
    return DaemonPlaces(SocketPlaces(environment: environment, userID: getuid()))
  }

  /// Connects to the first place where somebody listens, and waits for the greeting.
  @LoopActor
  func connect() async throws(ConnectError) -> Connection {
    for path in paths {
      guard let connection = try await open(path) else { continue }
      if let loss = connection.loss { throw .lost(loss) }
      return connection
    }
    throw .nobodyListens(places: paths)
  }

  /// Connects to one of them, and waits for the greeting. It may be lost since.
  ///
  /// - Returns: nil when nobody listens there.
  @LoopActor
  package func open(_ path: String) async throws(ConnectError) -> Connection? {
    try check(path)
    return try await Connection.open(path)
  }

  /// - Throws: ``ConnectError/unsafeDirectory(_:)`` when who listens at this one of them may be anybody.
  package func check(_ path: String) throws(ConnectError) {
    if path == own { try SocketDirectory(of: path).check() }
  }
}
