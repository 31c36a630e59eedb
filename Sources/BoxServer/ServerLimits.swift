internal import BoxWire

/// The server's limits: those that a daemon may set, with their defaults, and those that are the
/// same for all. The protocol's own are in `ProtocolLimits`.
public struct ServerLimits: Equatable, Sendable {
  /// Longest request line in bytes, the LF not counted.
  public var line = ProtocolLimits.line
  /// Largest value of a shared box in bytes of its compact text.
  public var value = ProtocolLimits.value
  /// Largest value of a scene's box in bytes.
  public var sceneValue = ProtocolLimits.sceneValue
  /// Patterns that one connection may hold.
  public var patterns = ProtocolLimits.patterns
  /// Connections at once, and at most the descriptor limit less ``descriptorsKept``: each costs
  /// about a kilobyte.
  public var connections = 16_384
  /// Boxes that clients may own together.
  public var sharedBoxes = 10_000
  /// Bytes of all boxes that clients own, as they stand in a line: paths and values.
  public var sharedBytes = 64 << 20
  /// Changes that are remembered for subscribers of `every` that lag, and for those who come back.
  public var recentChanges = 65_536
  /// Bytes of their paths and values.
  public var recentBytes = 8 << 20

  /// Bytes that wait for clients, beyond what boxes hold anyway. Over it, the user for whom most
  /// waits loses connections that take less than 64 KiB a second.
  public var unsentBytes = 64 << 20
  /// Bytes of requests that have not arrived whole, are not carried out or not answered. Over it, the
  /// user who holds most loses connections that send less than 64 KiB a second.
  public var unfinishedBytes = 64 << 20

  /// The defaults.
  public init() {}
}

extension ServerLimits {
  /// Descriptors for everything but connections: the listener, stores, logs.
  public static let descriptorsKept = 64
  /// Bytes of answers that may wait for a client before it is not read from: as much as a common
  /// socket buffer, so that a client that pipelines is not held up.
  public static let waitingAnswers = 256 << 10
  /// Requests of a client that may wait for a store before it is not read from: each is a task.
  public static let unanswered = 256
  /// Snapshots that may wait for a client before it is not read from: each holds its patterns.
  public static let snapshots = 16
  /// Bytes that are made for a client before the kernel has taken the ones before.
  public static let output = 64 << 10
  /// Bytes of a line of many boxes where much waits for clients.
  static let pressedLine = 16 << 10
  /// How long requests wait until it is known what is under a root, and until scenes are loaded.
  public static let load = Duration.seconds(2)
  /// How long the scene of a family is kept after nobody looks and nothing is in progress: a client
  /// that looks again within this time finds the scene loaded.
  public static let sceneRetention = Duration.seconds(60)
  /// Members of a family that `rpc.discover` lists one by one: more would be read by nobody.
  public static let listedMembers = 100
  /// Time after which a client may ask again for what is under a root that is not known yet.
  public static let retryAfterLoad = Duration.seconds(1)
  /// Time after which a client may try again to change a shared box while no revision is reserved.
  static let retryAfterReservation = Duration.seconds(5)
  /// How long a shutdown waits for answers, and for clients to read them.
  public static let shutdown = Duration.seconds(2)
  /// How long requests of one client hold the loop before others get their turn.
  public static let slice = Duration.milliseconds(5)
  /// Time after which a client for which there was no room may try again.
  public static let retryAfterRefusal = Duration.seconds(1)
  /// Time after which a client may try again once the daemon has shut down.
  public static let retryAfterShutdown = Duration.milliseconds(500)
}
