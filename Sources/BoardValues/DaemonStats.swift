/// The value of `daemon.stats`: the daemon's counts.
public struct DaemonStats: Equatable, Sendable, Codable {
  public let connections: Int
  /// Connections with at least one pattern.
  public let subscribers: Int
  public let revision: Int
  /// Lines about boxes that were sent to subscribers, and their bytes.
  public let changes: Int
  public let bytes: Int
  /// Resident memory in bytes; nil, and not encoded, when the system does not report it.
  public let memory: Int?
  /// Seconds from the start to this count, with milliseconds, so that two counts give rates.
  public let uptime: Double

  public enum CodingKeys: CodingKey {
    case connections, subscribers, revision, changes, bytes, memory, uptime
  }

  public init(
    connections: Int = 0, subscribers: Int = 0, revision: Int = 0, changes: Int = 0, bytes: Int = 0,
    memory: Int? = nil, uptime: Double = 0
  ) {
    (self.connections, self.subscribers, self.revision) = (connections, subscribers, revision)
    (self.changes, self.bytes) = (changes, bytes)
    (self.memory, self.uptime) = (memory, uptime)
  }
}
