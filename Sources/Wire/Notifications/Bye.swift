/// The last line; the daemon closes after it.
public struct Bye: Equatable, Sendable {
  public enum Reason: String, Sendable {
    case shutdown
    case limit
    case slow
  }

  /// One of ``Reason``, or what another version of the protocol sends.
  public let reason: String
  /// Milliseconds after which connecting again may work; nil when there is no point in it.
  public let retryAfter: Int?

  public init(_ reason: Reason, retryAfter: Int? = nil) {
    self.reason = reason.rawValue
    self.retryAfter = retryAfter
  }

  public var line: [UInt8] {
    var members = [(name: "reason", value: JSONText(reason))]
    if let retryAfter { members.append(("retryAfter", JSONText(retryAfter))) }
    return notificationLine("bye", JSONText(members: members))
  }

  /// nil when there is no reason.
  public init?(_ parameters: JSONText) {
    guard let reason = parameters["reason"]?.string else { return nil }
    self.reason = reason
    retryAfter = parameters["retryAfter"]?.integer
  }
}
