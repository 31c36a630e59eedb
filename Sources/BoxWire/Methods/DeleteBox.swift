/// The parameters of `delete`.
public struct DeleteBox: Equatable, Sendable {
  public static let method = "delete"
  package static let description = MethodDescription(
    method, "Removes a box that clients own.", parameters: [.box, .ifRevision], result: .changed,
    errors: [.notFound, .conflict, .notAllowed, .unavailable])

  /// Under `shared.`, or the daemon refuses.
  public let box: Path
  /// From 0: carried out only if the box has not changed since that revision. nil: in any case.
  public let ifRevision: Int?

  public init(box: Path, ifRevision: Int? = nil) {
    self.box = box
    self.ifRevision = ifRevision
  }

  /// - Throws: `RequestError` -32602 naming the member.
  public init(_ parameters: Parameters) throws(RequestError) {
    try parameters.allowOnly(Self.description)
    box = try parameters.box()
    ifRevision = try parameters.ifRevision()
  }

  /// The members to send; ``init(_:)`` reads them back.
  public var parameters: Parameters {
    Parameters([.box(box)] + .ifRevision(ifRevision))
  }
}
