/// The parameters of `set`.
public struct SetBox: Equatable, Sendable {
  public static let method = "set"

  /// Under `shared.`, or the daemon refuses.
  public let box: Path
  /// Of at most ``Limits/value`` bytes, or the daemon refuses.
  public let value: JSONText
  /// From 0: carried out only if the box has not changed since that revision; 0: only if there is
  /// no such box. nil: in any case.
  public let ifRevision: Int?

  public init(box: Path, value: JSONText, ifRevision: Int? = nil) {
    self.box = box
    self.value = value
    self.ifRevision = ifRevision
  }

  /// - Throws: `RequestError` -32602 naming the member.
  public init(_ parameters: Parameters) throws(RequestError) {
    try parameters.allowOnly(["box", "value", "ifRevision"])
    box = try parameters.box()
    value = try parameters.required("value")
    ifRevision = try parameters.ifRevision()
  }

  /// The members to send; ``init(_:)`` reads them back.
  public var parameters: Parameters {
    Parameters(
      [.box(box), Parameters.Member(name: "value", value: value)] + .ifRevision(ifRevision))
  }
}
