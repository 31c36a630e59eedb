public import BoardValues
public import BoxWire

extension DaemonInfo: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.version, \.version),
    member(.pid, \.pid, "Its process id.") { $0.minimum(1) },
    member(.started, \.started, "When it started, UTC.") { $0.dateTime },
    member(.epoch, \.epoch, "Identifies this run of revisions; opaque."),
    member(.keepsShared, \.keepsShared, "Whether shared boxes outlive the daemon."),
  ]).named("DaemonInfo")
}

extension DaemonStats: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    count(.connections, \.connections, "The number of connections."),
    count(.subscribers, \.subscribers, "The number of connections that hold patterns."),
    count(.revision, \.revision, "The number of the last change."),
    count(.changes, \.changes, "Lines about boxes that were sent to subscribers."),
    count(.bytes, \.bytes, "Bytes of these lines."),
    count(.memory, \.memory, "Resident memory in bytes; missing if the system does not report it."),
    count(.uptime, \.uptime, "Seconds from the start to this count."),
  ]).named("DaemonStats")

  private static func count<Number: JSONSchemaDescribed>(
    _ key: CodingKeys, _ property: KeyPath<Self, Number>, _ description: String
  ) -> MemberDescription {
    member(key, property, description) { $0.minimum(0) }
  }
}
