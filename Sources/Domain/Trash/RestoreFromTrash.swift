/// Puts something that was removed back where it was.
public struct RestoreFromTrash: Sendable {
  private let gateway: any TrashGateway
  private let now: CurrentTime

  public init(gateway: any TrashGateway, now: @escaping CurrentTime) {
    self.gateway = gateway
    self.now = now
  }

  /// Returns the identifier of the topic, which may be another one than before, or of the topic of the
  /// post. Throws `TrashError`.
  public func callAsFunction(
    _ id: TrashEntry.ID, author: String
  ) async throws(TrashError) -> Stored<Topic.ID> {
    try await gateway.restore(id, by: author, at: now())
  }
}
