internal import BoxWire

/// The value of `daemon.info`: facts that do not change while the daemon runs.
struct DaemonInfo: Encodable {
  let version: String
  let pid: Int
  /// RFC 3339.
  let started: String
  let epoch: String
  let keepsShared: Bool
}

extension DaemonInfo: JSONSchemaDescribed {
  static let jsonSchema = JSONSchema.object([
    MemberDescription("version", \Self.version),
    MemberDescription("pid", \Self.pid, "Its process id.") { $0.minimum(1) },
    MemberDescription("started", \Self.started, "When it started, UTC.") { $0.dateTime },
    MemberDescription("epoch", \Self.epoch, "Identifies this run of revisions; opaque."),
    MemberDescription("keepsShared", \Self.keepsShared, "Whether shared boxes outlive the daemon."),
  ]).named("DaemonInfo")
}
