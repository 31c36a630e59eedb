/// Erases something that was removed, for good.
public struct PurgeTrash: Sendable {
  private let gateway: any TrashGateway

  public init(gateway: any TrashGateway) {
    self.gateway = gateway
  }

  /// Throws `.noTrash`, `.notFound` or `.store`.
  public func callAsFunction(_ id: TrashEntry.ID) async throws(TrashError) {
    guard try await gateway.trash().contains(where: { $0.id == id }) else {
      throw .notFound(id: id)
    }
    try await gateway.erase([id])
  }
}
