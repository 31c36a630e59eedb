/// The greeting: the first line on every connection.
public struct Hello: Equatable, Sendable {
  public static let method = "hello"
  public static let version = 1

  public let version: Int
  /// Name and version of the daemon.
  public let server: String
  public let epoch: String
  public let revision: Int

  public init(server: String, epoch: String, revision: Int) {
    version = Self.version
    self.server = server
    self.epoch = epoch
    self.revision = revision
  }

  public var line: [UInt8] {
    let limits = JSONText(members: [
      ("line", JSONText(Limits.line)), ("value", JSONText(Limits.value)),
      ("patterns", JSONText(Limits.patterns)),
    ])
    return notificationLine(
      "hello",
      JSONText(members: [
        ("protocol", JSONText(version)), ("server", JSONText(server)),
        ("epoch", JSONText(epoch)), ("revision", JSONText(revision)), ("limits", limits),
      ]))
  }

  /// nil when a member is missing.
  public init?(_ parameters: JSONText) {
    guard let version = parameters["protocol"]?.integer,
      let server = parameters["server"]?.string, let epoch = parameters["epoch"]?.string,
      let revision = parameters["revision"]?.integer
    else { return nil }
    self.version = version
    self.server = server
    self.epoch = epoch
    self.revision = revision
  }
}
