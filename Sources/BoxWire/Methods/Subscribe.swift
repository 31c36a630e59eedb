/// The parameters of `subscribe`.
public struct Subscribe: Equatable, Sendable {
  public static let method = "subscribe"
  /// What it takes and returns with the default limits.
  package static let description: MethodDescription = description(limits: AnnouncedLimits())

  /// - Parameter limits: the daemon's limits.
  package static func description(limits: AnnouncedLimits) -> MethodDescription {
    MethodDescription(
      method, "Sends the values of boxes, and each change of them from then on.",
      parameters: [
        .boxes(limits, "Paths, or patterns with * and **. They add to those of the connection."),
        MemberDescription(
          "mode", Mode.jsonSchema.byDefault(JSONText(Mode.latest.rawValue)), isRequired: false,
          "latest: a client that lags gets the newest values; every: each revision is a line."),
        MemberDescription(
          "interval", .integer.range(ProtocolLimits.interval).byDefault(JSONText(0)),
          isRequired: false,
          "Minimum time between two changes, in milliseconds; must be 0 in mode every."),
        MemberDescription(
          "since", Position.jsonSchema, isRequired: false,
          "The state that the client has: it is sent what it missed, if the daemon remembers it."),
        MemberDescription(
          "replay", .integer.range(ProtocolLimits.replay), isRequired: false,
          "In mode every: begin with this many of the last revisions that changed these boxes."),
      ],
      result: .object([
        .epoch, .revision("Of the daemon, now."),
        MemberDescription("resumed", .boolean, "Whether changes follow instead of a snapshot."),
      ]),
      errors: [.limit])
  }

  /// How a connection is notified of changes.
  public enum Mode: String, CaseIterable, Sendable, JSONSchemaDescribed {
    /// A client that lags gets the newest values and skips those in between.
    case latest
    /// Each revision is a line, none left out.
    case every
  }

  /// The position of a client, from which to resume.
  public struct Position: Equatable, Sendable {
    /// Identifies the run of revisions that `revision` belongs to; opaque.
    public let epoch: String
    /// The revision of the state that the client holds, from 0.
    public let revision: Int

    public init(epoch: String, revision: Int) {
      self.epoch = epoch
      self.revision = revision
    }

    static let jsonSchema = JSONSchema.object(
      [.epoch, .revision("Of the state that the client holds.")], isClosed: true)
  }

  /// From 1 to the daemon's limit, without duplicates.
  public let patterns: [Pattern]
  /// nil: the connection's mode, or `latest` when it has none yet.
  public let mode: Mode?
  /// Minimum time between two `change` lines, in whole milliseconds, up to a minute. nil: the
  /// connection's interval, or zero when it has none yet.
  public let interval: Duration?
  /// If possible, the daemon sends the changes since this position instead of a snapshot. nil: a
  /// snapshot.
  public let since: Position?
  /// How many of the last revisions that changed one of the boxes are sent instead of a snapshot, as
  /// far as the daemon remembers them; only with ``Mode/every`` and without `since`. nil: none.
  public let replay: Int?

  /// - Parameters:
  ///   - patterns: from 1 to the daemon's limit, or it refuses.
  ///   - interval: whole milliseconds, up to a minute; the daemon refuses all but zero with
  ///     ``Mode/every``.
  ///   - replay: in ``ProtocolLimits/replay``, or the daemon refuses.
  public init(
    patterns: [Pattern], mode: Mode? = nil, interval: Duration? = nil, since: Position? = nil,
    replay: Int? = nil
  ) {
    self.patterns = patterns
    self.mode = mode
    self.interval = interval
    self.since = since
    self.replay = replay
  }

  /// - Parameter limit: maximum number of patterns.
  /// - Throws: `RequestError` -32602 naming the member, -32004 for too many patterns.
  public init(
    _ parameters: Parameters, atMost limit: Int = ProtocolLimits.patterns
  ) throws(RequestError) {
    try parameters.allowOnly(Self.description)
    patterns = try parameters.requiredPatterns(atMost: limit)
    mode = try parameters.mode()
    interval = try parameters.interval()
    guard mode != .every || interval ?? .zero == .zero else {
      throw .invalid(member: "interval", "interval must be 0 in mode every")
    }
    since = try parameters.since()
    replay = try parameters.replay()
    guard replay == nil || (mode == .every && since == nil) else {
      throw .invalid(member: "replay", "replay needs mode every, and no since")
    }
  }

  /// The members to send; ``init(_:atMost:)`` reads them back.
  public var parameters: Parameters {
    var members = [Parameters.Member.boxes(patterns)]
    if let mode { members.append(.init(name: "mode", value: JSONText(mode.rawValue))) }
    if let interval {
      members.append(.init(name: "interval", value: JSONText(milliseconds: interval)))
    }
    if let since {
      let value = JSONText(members: [
        ("epoch", JSONText(since.epoch)), ("revision", JSONText(since.revision)),
      ])
      members.append(.init(name: "since", value: value))
    }
    if let replay { members.append(.init(name: "replay", value: JSONText(replay))) }
    return Parameters(members)
  }
}

extension Parameters {
  fileprivate func mode() throws(RequestError) -> Subscribe.Mode? {
    guard let text: String = try optional("mode") else { return nil }
    guard let mode = Subscribe.Mode(rawValue: text) else {
      throw .invalid(member: "mode", "mode must be latest or every")
    }
    return mode
  }

  fileprivate func interval() throws(RequestError) -> Duration? {
    guard let milliseconds: Int = try optional("interval") else { return nil }
    let range = ProtocolLimits.interval
    guard range.contains(milliseconds) else {
      throw .invalid(
        member: "interval",
        "interval must be \(range.lowerBound) to \(range.upperBound) milliseconds")
    }
    return .milliseconds(milliseconds)
  }

  fileprivate func replay() throws(RequestError) -> Int? {
    guard let replay: Int = try optional("replay") else { return nil }
    let range = ProtocolLimits.replay
    guard range.contains(replay) else {
      throw .invalid(
        member: "replay", "replay must be \(range.lowerBound) to \(range.upperBound)")
    }
    return replay
  }

  fileprivate func since() throws(RequestError) -> Subscribe.Position? {
    guard let since = self["since"] else { return nil }
    guard let members = since.members, members.count == 2,
      let epoch = since["epoch"]?.string,
      let revision = since["revision"]?.integer, revision >= 0
    else {
      throw .invalid(member: "since", "since must be an object of epoch and revision")
    }
    return Subscribe.Position(epoch: epoch, revision: revision)
  }
}
