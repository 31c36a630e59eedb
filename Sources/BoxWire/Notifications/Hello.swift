/// The greeting: the first line on every connection.
public struct Hello: Equatable, Sendable {
  /// The notification's name.
  public static let method = "hello"
  /// The version of the protocol that this package speaks.
  public static let version = 1

  /// The version of the protocol that the daemon speaks.
  public let version: Int
  /// Name and version of the daemon, such as `procond 0.1.0`.
  public let server: String
  /// Identifies the daemon, also after a restart; opaque. nil when it does not announce one.
  public let identity: String?
  /// Identifies the run of revisions that `revision` belongs to; opaque.
  public let epoch: String
  /// The daemon's revision when the connection was made.
  public let revision: Int
  /// The daemon's limits; the protocol's defaults for those that the daemon does not announce.
  public let limits: AnnouncedLimits

  /// - Parameter server: name and version of the daemon.
  public init(
    server: String, identity: String? = nil, epoch: String, revision: Int,
    limits: AnnouncedLimits = AnnouncedLimits()
  ) {
    self.limits = limits
    version = Self.version
    self.server = server
    self.identity = identity
    self.epoch = epoch
    self.revision = revision
  }

  /// The line to send, LF included.
  public var line: [UInt8] {
    var members = [(name: "protocol", value: JSONText(version)), ("server", JSONText(server))]
    if let identity { members.append(("identity", JSONText(identity))) }
    members += [
      ("epoch", JSONText(epoch)), ("revision", JSONText(revision)), ("limits", limits.json),
    ]
    return notificationLine("hello", JSONText(members: members))
  }

  /// nil when a member other than `identity` and `limits` is missing or of another type.
  public init?(_ parameters: JSONText) {
    guard let version = parameters["protocol"]?.integer,
      let server = parameters["server"]?.string, let epoch = parameters["epoch"]?.string,
      let revision = parameters["revision"]?.integer
    else { return nil }
    self.version = version
    self.server = server
    identity = parameters["identity"]?.string
    self.epoch = epoch
    self.revision = revision
    limits = AnnouncedLimits(json: parameters["limits"])
  }
}
