internal import BoxWire

/// The server's limits: those that a daemon may set, with their defaults, and fixed ones. The
/// protocol's own limits are in `ProtocolLimits`.
public struct ServerLimits: Equatable, Sendable {
  /// Maximum length of a request line in bytes, without its LF.
  public var line = ProtocolLimits.line
  /// Maximum size of a shared box's value in bytes of its compact text.
  public var value = ProtocolLimits.value
  /// Maximum size of a value of a scene's box in bytes.
  public var sceneValue = ProtocolLimits.sceneValue
  /// Maximum number of patterns of one connection.
  public var patterns = ProtocolLimits.patterns
  /// Maximum number of connections at once; also limited to the descriptor limit less
  /// ``descriptorsKept``. Each costs about a kilobyte.
  public var connections = 16_384
  /// Maximum number of boxes that clients may own together.
  public var sharedBoxes = 10_000
  /// Maximum number of bytes of all boxes that clients own, as in a line: paths and values.
  public var sharedBytes = 64 << 20
  /// Maximum number of connections that have scenes of their own. Each costs about 6 kB.
  public var sessions = 2048
  /// Maximum number of bytes of all sessions' boxes, as in a line: paths and values.
  public var sessionBytes = 64 << 20
  /// Number of changes that are remembered for `every` subscribers that lag, and for clients that
  /// resume.
  public var recentChanges = 65_536
  /// Maximum number of bytes of their paths and values.
  public var recentBytes = 8 << 20

  /// Maximum number of bytes that wait for clients, apart from what boxes hold anyway. Above it,
  /// the user for whom most bytes wait loses connections that read less than 64 KiB a second.
  public var unsentBytes = 64 << 20
  /// Maximum number of bytes of requests that are incomplete, not yet carried out or not yet
  /// answered. Above it, the user who holds most loses connections that send less than 64 KiB a
  /// second.
  public var unfinishedBytes = 64 << 20

  /// The defaults.
  public init() {}
}

extension ServerLimits {
  /// Whether there is room for one more of what users share. The last eighth is reserved for users
  /// who have less than that.
  ///
  /// - Parameters:
  ///   - count: how many there are.
  ///   - own: how many of them the user has.
  ///   - most: how many there can be.
  static func hasRoom(_ count: Int, own: @autoclosure () -> Int, most: Int) -> Bool {
    let eighth = most / 8
    if count < most - eighth { return true }
    return count < most && (eighth == 0 || own() < eighth)
  }

  /// Maximum number of characters with which a gateway says who is behind it: a user's name and an
  /// address.
  public static let forwardedName = 128
  /// Descriptors reserved for everything but connections: the listener, stores, logs.
  public static let descriptorsKept = 64
  /// Maximum number of bytes of answers that wait for a client before reading from it stops: as
  /// much as a common socket buffer, so that a client that pipelines is not held up.
  public static let waitingAnswers = 256 << 10
  /// Maximum number of a client's requests that wait for a store before reading from it stops: each
  /// is a task.
  public static let unanswered = 256
  /// Maximum number of snapshots that wait for a client before reading from it stops: each holds
  /// its patterns.
  public static let snapshots = 16
  /// Maximum number of bytes that are made for a client before the kernel has accepted earlier
  /// ones.
  public static let output = 64 << 10
  /// Maximum size in bytes of a line of many boxes while many bytes wait for clients.
  static let pressedLine = 16 << 10
  /// How long requests wait until the contents of a root are known, and until scenes are loaded.
  public static let load = Duration.seconds(2)
  /// How long the scene of a family is kept once it is neither observed nor busy: a client that
  /// returns within this time finds it loaded.
  public static let sceneRetention = Duration.seconds(60)
  /// Maximum number of members of a family that `rpc.discover` lists individually: nobody would
  /// read more.
  public static let listedMembers = 100
  /// Time after which a client may ask again for the contents of a root that are not known yet.
  public static let retryAfterLoad = Duration.seconds(1)
  /// Time after which a client may try again to change a shared box while no revision is reserved.
  static let retryAfterReservation = Duration.seconds(5)
  /// How long a shutdown waits for answers, and for clients to read them.
  public static let shutdown = Duration.seconds(2)
  /// How long requests in progress hold up the next process of the daemon before their clients are left
  /// behind.
  static let handOver = Duration.milliseconds(500)
  /// Maximum number of bytes of lines, not carried out or not accepted by the kernel, that are handed over
  /// to the next process: clients with more are left behind.
  static let handedBytes = 64 << 20
  /// How long one client's requests hold the loop before other work gets its turn.
  public static let slice = Duration.milliseconds(5)
  /// Time after which a client that was refused for lack of room may try again.
  public static let retryAfterRefusal = Duration.seconds(1)
  /// Time after which a client may try again once the daemon has shut down.
  public static let retryAfterShutdown = Duration.milliseconds(500)
}
