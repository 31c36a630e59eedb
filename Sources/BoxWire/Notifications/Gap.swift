/// Reports that changes between two revisions cannot be sent: the client forgets all its boxes, and
/// snapshots follow.
public struct Gap: Equatable, Sendable {
  /// The first revision that is left out.
  public let from: Int
  /// The last revision that is left out: the daemon's revision when it wrote the line.
  public let to: Int

  public init(from: Int, to: Int) {
    self.from = from
    self.to = to
  }

  /// The line to send, LF included.
  public var line: [UInt8] {
    notificationLine(
      "gap", JSONText(members: [("from", JSONText(from)), ("to", JSONText(to))]))
  }

  /// nil when a member is missing or of another type.
  public init?(_ parameters: JSONText) {
    guard let from = parameters["from"]?.integer, let to = parameters["to"]?.integer else {
      return nil
    }
    self.from = from
    self.to = to
  }
}
