/// The parameters of `delete` for one box.
public struct DeleteBox: SharedBoxChange {
  public static let method = "delete"

  /// What it takes and returns.
  package static let description = MethodDescription(
    method, "Removes boxes that clients own.", parameters: .either(members),
    result: .changedBoxes, errors: [.notFound, .conflict, .notAllowed, .limit, .unavailable])

  private static let members = [
    .box,
    MemberDescription(
      "ifRevision", .revision, isRequired: false,
      "Only if the box has not changed since that revision."),
  ]

  /// A path under `shared.`, or the daemon refuses.
  public let box: Path
  /// Delete the box only if it has not changed since this revision, from 0. nil: in any case.
  public let ifRevision: Int?

  public init(box: Path, ifRevision: Int? = nil) {
    self.box = box
    self.ifRevision = ifRevision
  }

  /// - Throws: `RequestError` -32602 naming the member.
  public init(_ parameters: Parameters) throws(RequestError) {
    try parameters.allowOnly(Self.members.map(\.name))
    box = try parameters.box()
    ifRevision = try parameters.ifRevision()
  }

  /// The members to send; ``init(_:)`` reads them back.
  public var parameters: Parameters {
    Parameters([.box(box)] + .ifRevision(ifRevision))
  }
}
