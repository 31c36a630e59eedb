/// The value of `daemon.info`: facts that do not change while the daemon runs.
public struct DaemonInfo: Equatable, Sendable, Codable {
  public let version: String
  /// Its process id.
  public let pid: Int
  /// When it started: RFC 3339, UTC, with milliseconds.
  public let started: String
  /// Identifies this run of revisions; opaque.
  public let epoch: String
  /// Whether shared boxes outlive the daemon.
  public let keepsShared: Bool

  public enum CodingKeys: CodingKey {
    case version, pid, started, epoch, keepsShared
  }

  public init(version: String, pid: Int, started: String, epoch: String, keepsShared: Bool) {
    (self.version, self.pid, self.started) = (version, pid, started)
    (self.epoch, self.keepsShared) = (epoch, keepsShared)
  }
}
