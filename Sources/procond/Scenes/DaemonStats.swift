internal import BoxWire

/// What the daemon counts: `daemon.stats`.
struct DaemonStats: Encodable {
  var connections = 0
  /// Connections that hold patterns.
  var subscribers = 0
  var revision = 0
  /// Lines about boxes, and their bytes, that were sent to subscribers.
  var changes = 0
  var bytes = 0
  /// Resident, in bytes; nil when the system does not tell.
  var memory: Int?
  /// Seconds from the start to this count, with milliseconds: between two counts it tells rates.
  var uptime = 0.0
}

extension DaemonStats: JSONSchemaDescribed {
  static let jsonSchema = JSONSchema.object([
    count("connections", \.connections, "How many there are."),
    count("subscribers", \.subscribers, "How many connections hold patterns."),
    count("revision", \.revision, "The number of the last change."),
    count("changes", \.changes, "Lines about boxes that were sent to subscribers."),
    count("bytes", \.bytes, "Bytes of these lines."),
    count("memory", \.memory, "Resident, in bytes; missing when the system does not tell."),
    count("uptime", \.uptime, "Seconds from the start to this count."),
  ]).named("DaemonStats")

  private static func count<Number: JSONSchemaDescribed>(
    _ name: String, _ property: KeyPath<Self, Number>, _ description: String
  ) -> MemberDescription {
    MemberDescription(name, property, description) { $0.minimum(0) }
  }
}
