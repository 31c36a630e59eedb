internal import BoxWire

/// The value of `daemon.stats`: the daemon's counts.
struct DaemonStats: Encodable {
  var connections = 0
  /// Connections with at least one pattern.
  var subscribers = 0
  var revision = 0
  /// Lines about boxes that were sent to subscribers, and their bytes.
  var changes = 0
  var bytes = 0
  /// Resident memory in bytes; nil when the system does not report it.
  var memory: Int?
  /// Seconds from the start to this count, with milliseconds, so that two counts give rates.
  var uptime = 0.0
}

extension DaemonStats: JSONSchemaDescribed {
  static let jsonSchema = JSONSchema.object([
    count("connections", \.connections, "The number of connections."),
    count("subscribers", \.subscribers, "The number of connections that hold patterns."),
    count("revision", \.revision, "The number of the last change."),
    count("changes", \.changes, "Lines about boxes that were sent to subscribers."),
    count("bytes", \.bytes, "Bytes of these lines."),
    count(
      "memory", \.memory, "Resident memory in bytes; missing if the system does not report it."),
    count("uptime", \.uptime, "Seconds from the start to this count."),
  ]).named("DaemonStats")

  private static func count<Number: JSONSchemaDescribed>(
    _ name: String, _ property: KeyPath<Self, Number>, _ description: String
  ) -> MemberDescription {
    MemberDescription(name, property, description) { $0.minimum(0) }
  }
}
