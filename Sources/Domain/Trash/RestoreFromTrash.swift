/// Puts something that was removed back where it was.
public struct RestoreFromTrash: Sendable {
  private let gateway: any TrashGateway
  private let now: CurrentTime

  public init(gateway: any TrashGateway, now: @escaping CurrentTime) {
    self.gateway = gateway
    self.now = now
  }

  /// Returns it as it is stored now; a topic may have another identifier. Throws `TrashError`.
  public func callAsFunction(
    _ id: TrashEntry.ID, author: String
  ) async throws(TrashError) -> Stored<Restored> {
    try await gateway.restore(id, by: author, at: now())
  }
}
