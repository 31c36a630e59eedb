/// The parameters of `subscribe`.
public struct Subscribe: Equatable, Sendable {
  public static let method = "subscribe"

  /// How a connection is told of changes.
  public enum Mode: String, CaseIterable, Sendable {
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
  }

  /// 1 to 64, without duplicates.
  public let patterns: [Pattern]
  /// nil: the one that the connection has, `latest` when it has none yet.
  public let mode: Mode?
  /// At least so many milliseconds between two `change` lines, 0 to 60,000. nil: what the
  /// connection has, 0 when it has none yet.
  public let interval: Int?
  /// What was missed since then is sent instead of a snapshot, if the daemon can. nil: a snapshot.
  public let since: Position?

  /// - Parameters:
  ///   - patterns: 1 to 64, or the daemon refuses.
  ///   - interval: 0 to 60,000 milliseconds, and with ``Mode/every`` only 0, or the daemon refuses.
  public init(
    patterns: [Pattern], mode: Mode? = nil, interval: Int? = nil, since: Position? = nil
  ) {
    self.patterns = patterns
    self.mode = mode
    self.interval = interval
    self.since = since
  }

  /// - Parameter limit: how many patterns there may be.
  /// - Throws: `RequestError` -32602 naming the member, -32004 for too many patterns.
  public init(
    _ parameters: Parameters, atMost limit: Int = Limits.patterns
  ) throws(RequestError) {
    try parameters.allowOnly(["boxes", "mode", "interval", "since"])
    guard let patterns = try parameters.patterns(atMost: limit) else {
      throw .invalid(member: "boxes", "boxes is missing")
    }
    self.patterns = patterns
    mode = try parameters.mode()
    interval = try parameters.optional("interval")
    guard (0...Limits.interval).contains(interval ?? 0) else {
      throw .invalid(member: "interval", "interval must be 0 to \(Limits.interval) milliseconds")
    }
    guard mode != .every || interval ?? 0 == 0 else {
      throw .invalid(member: "interval", "in mode every there is no interval")
    }
    since = try parameters.since()
  }

  /// The members to send; ``init(_:atMost:)`` reads them back.
  public var parameters: Parameters {
    var members = [Parameters.Member.boxes(patterns)]
    if let mode { members.append(.init(name: "mode", value: JSONText(mode.rawValue))) }
    if let interval { members.append(.init(name: "interval", value: JSONText(interval))) }
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
