/// The parameters of `subscribe`.
public struct Subscribe: Equatable, Sendable {
  public static let method = "subscribe"
  /// What it takes and answers where limits are as by default.
  package static let description: MethodDescription = description(limits: AnnouncedLimits())

  /// - Parameter limits: of the daemon.
  package static func description(limits: AnnouncedLimits) -> MethodDescription {
    MethodDescription(
      method, "Sends the values of boxes, and from then on each change of them.",
      parameters: [
        .boxes(limits, "Paths, or patterns with * and **. They add to what the connection has."),
        MemberDescription(
          "mode", Mode.jsonSchema.byDefault(JSONText(Mode.latest.rawValue)), isRequired: false,
          "latest: who lags gets the newest values; every: each revision is a line."),
        MemberDescription(
          "interval", .integer.range(ProtocolLimits.interval).byDefault(JSONText(0)),
          isRequired: false,
          "Minimum time between two changes, in milliseconds; in mode every it is 0."),
        MemberDescription(
          "since", Position.jsonSchema, isRequired: false,
          "Where the client was: it is sent what it missed, if the daemon remembers that."),
      ],
      result: .object([
        .epoch, .revision("Of the daemon, now."),
        MemberDescription("resumed", .boolean, "Whether changes follow instead of a snapshot."),
      ]),
      errors: [.limit])
  }

  /// How a connection is notified of changes.
  public enum Mode: String, CaseIterable, Sendable, JSONSchemaDescribed {
    /// Who lags gets the newest values and skips those in between.
    case latest
    /// Each revision is a line, none left out.
    case every
  }

  /// Where a client was, to go on from there.
  public struct Position: Equatable, Sendable {
    /// Names the run of revisions that `revision` belongs to; opaque.
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

  /// 1 to as many as the daemon allows, without duplicates.
  public let patterns: [Pattern]
  /// nil: the one that the connection has, `latest` when it has none yet.
  public let mode: Mode?
  /// Minimum time between two `change` lines, in whole milliseconds, up to a minute. nil: what the
  /// connection has, zero when it has none yet.
  public let interval: Duration?
  /// What was missed since then is sent instead of a snapshot, if the daemon can. nil: a snapshot.
  public let since: Position?

  /// - Parameters:
  ///   - patterns: 1 to as many as the daemon allows, or it refuses.
  ///   - interval: whole milliseconds, up to a minute, and with ``Mode/every`` only zero, or the
  ///     daemon refuses.
  public init(
    patterns: [Pattern], mode: Mode? = nil, interval: Duration? = nil, since: Position? = nil
  ) {
    self.patterns = patterns
    self.mode = mode
    self.interval = interval
    self.since = since
  }

  /// - Parameter limit: how many patterns there may be.
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
