/// The last line; the daemon closes the connection after it.
public struct Bye: Equatable, Sendable {
  /// Why a daemon closes a connection.
  public enum Reason: String, Sendable {
    /// The daemon is shutting down.
    case shutdown
    /// A line was too long, or the daemon has the maximum number of connections.
    case limit
    /// The client reads too slowly.
    case slow
    /// The login of a connection that a gateway forwards has ended.
    case logout
  }

  /// One of ``Reason``, or a reason from another version of the protocol.
  public let reason: String
  /// The time after which connecting again may work; nil when it will not.
  public let retryAfter: Duration?

  /// - Parameter retryAfter: in whole milliseconds; nil when there is no point in connecting again.
  public init(_ reason: Reason, retryAfter: Duration? = nil) {
    self.reason = reason.rawValue
    self.retryAfter = retryAfter
  }

  /// The line to send, LF included.
  public var line: [UInt8] {
    var members = [(name: "reason", value: JSONText(reason))]
    if let retryAfter { members.append(("retryAfter", JSONText(milliseconds: retryAfter))) }
    return notificationLine("bye", JSONText(members: members))
  }

  /// nil when there is no reason, or it is not a string.
  public init?(_ parameters: JSONText) {
    guard let reason = parameters["reason"]?.string else { return nil }
    self.reason = reason
    retryAfter = parameters["retryAfter"]?.integer.map { .milliseconds($0) }
  }
}
