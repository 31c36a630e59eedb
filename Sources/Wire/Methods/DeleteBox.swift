/// The parameters of `delete`.
public struct DeleteBox: Equatable, Sendable {
  public static let method = "delete"

  public let box: Path
  /// Carried out only if the box has not changed since.
  public let ifRevision: Int?

  public init(box: Path, ifRevision: Int? = nil) {
    self.box = box
    self.ifRevision = ifRevision
  }

  /// - Throws: `RequestError` -32602 naming the member.
  public init(_ parameters: Parameters) throws(RequestError) {
    try parameters.allowOnly(["box", "ifRevision"])
    box = try parameters.box()
    ifRevision = try parameters.ifRevision()
  }

  public var parameters: Parameters {
    Parameters([.box(box)] + .ifRevision(ifRevision))
  }
}
