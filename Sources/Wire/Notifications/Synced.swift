/// From this line on the client holds exactly the state at that revision.
public struct Synced: Equatable, Sendable {
  public let epoch: String
  public let revision: Int

  public init(epoch: String, revision: Int) {
    self.epoch = epoch
    self.revision = revision
  }

  public var line: [UInt8] {
    notificationLine(
      "synced", JSONText(members: [("epoch", JSONText(epoch)), ("revision", JSONText(revision))]))
  }

  /// nil when a member is missing.
  public init?(_ parameters: JSONText) {
    guard let epoch = parameters["epoch"]?.string,
      let revision = parameters["revision"]?.integer
    else { return nil }
    self.epoch = epoch
    self.revision = revision
  }
}
