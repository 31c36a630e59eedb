/// The parameters of `set` for one box.
public struct SetBox: SharedBoxChange {
  public static let method = "set"

  /// What it takes and returns with the default limits.
  package static let description: MethodDescription = description(limits: AnnouncedLimits())

  /// - Parameter limits: the daemon's limits.
  package static func description(limits: AnnouncedLimits) -> MethodDescription {
    MethodDescription(
      method, "Sets boxes that clients own, and makes those that do not exist.",
      parameters: .either(members(limits)),
      result: .changedBoxes, errors: [.conflict, .notAllowed, .limit, .unavailable])
  }

  static func members(_ limits: AnnouncedLimits) -> [MemberDescription] {
    [
      .box,
      MemberDescription(
        "value", .anything.example(JSONText(21.5)), "Any JSON of at most \(limits.value) bytes."),
      .ifRevision,
      MemberDescription(
        "ttl", .number.range(ProtocolLimits.ttl), isRequired: false,
        "The box expires after this many seconds; without this it does not."),
    ]
  }

  private static let names = members(AnnouncedLimits()).map(\.name)

  /// Under `shared.`, or the daemon refuses.
  public let box: Path
  /// At most as many bytes as the daemon allows, or it refuses.
  public let value: JSONText
  /// Set the box only if it has not changed since this revision; 0: only if it does not exist. nil:
  /// in any case.
  public let ifRevision: Int?
  /// Time until the box expires, 1 millisecond to 365 days; nil: never.
  public let ttl: Duration?

  /// - Parameter ttl: in whole milliseconds from 1 to 31,536,000,000, or the daemon refuses.
  public init(box: Path, value: JSONText, ifRevision: Int? = nil, ttl: Duration? = nil) {
    self.box = box
    self.value = value
    self.ifRevision = ifRevision
    self.ttl = ttl
  }

  /// - Throws: `RequestError` -32602 naming the member.
  public init(_ parameters: Parameters) throws(RequestError) {
    try parameters.allowOnly(Self.names)
    box = try parameters.box()
    value = try parameters.required("value")
    ifRevision = try parameters.ifRevision()
    ttl = try parameters.ttl()
  }

  /// The members to send; ``init(_:)`` reads them back.
  public var parameters: Parameters {
    var members = [.box(box), Parameters.Member(name: "value", value: value)]
    members += .ifRevision(ifRevision)
    if let ttl { members.append(.init(name: "ttl", value: JSONText(seconds: ttl))) }
    return Parameters(members)
  }
}

extension Parameters {
  /// Rounded up to whole milliseconds.
  fileprivate func ttl() throws(RequestError) -> Duration? {
    guard let seconds: Double = try optional("ttl") else { return nil }
    guard ProtocolLimits.ttl.contains(seconds) else {
      throw .invalid(
        member: "ttl", "ttl must be 0.001 to \(Int(ProtocolLimits.ttl.upperBound)) seconds")
    }
    return .milliseconds((seconds * 1000).rounded(.up))
  }
}

extension JSONText {
  /// A number of seconds with at most three decimal places.
  fileprivate init(seconds duration: Duration) {
    let milliseconds = duration / .milliseconds(1)
    self.init(valid: Array("\(milliseconds.rounded() / 1000)".utf8))
  }
}
