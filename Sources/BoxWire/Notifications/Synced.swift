/// Reports that the client now has exactly the state at this revision.
public struct Synced: Equatable, Sendable {
  /// Identifies the run of revisions that `revision` belongs to; opaque.
  public let epoch: String
  /// The revision of the state that the client has.
  public let revision: Int

  public init(epoch: String, revision: Int) {
    self.epoch = epoch
    self.revision = revision
  }

  /// The line to send, LF included.
  public var line: [UInt8] {
    var line: [UInt8] = []
    line.append(literal: #"{"jsonrpc":"2.0","method":"synced","params":{"epoch":"#)
    line.appendJSON(epoch)
    line.append(literal: #","revision":"#)
    line.append(decimal: revision)
    line.append(literal: "}}\n")
    return line
  }

  /// nil when a member is missing or of another type.
  public init?(_ parameters: JSONText) {
    guard let epoch = parameters["epoch"]?.string,
      let revision = parameters["revision"]?.integer
    else { return nil }
    self.epoch = epoch
    self.revision = revision
  }
}
