/// Lists what was removed from a store and can be restored.
public struct ListTrash: Sendable {
  private let gateway: any TrashGateway

  public init(gateway: any TrashGateway) {
    self.gateway = gateway
  }

  /// Returns all entries, newest first. Throws `.noTrash` or `.store`.
  public func callAsFunction() async throws(TrashError) -> [TrashEntry] {
    try await gateway.trash()
  }
}
