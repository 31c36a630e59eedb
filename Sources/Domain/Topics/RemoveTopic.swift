/// Removes a topic with everything that belongs to it.
public struct RemoveTopic: Sendable {
  private let gateway: any TopicsGateway
  private let now: CurrentTime

  public init(gateway: any TopicsGateway, now: @escaping CurrentTime) {
    self.gateway = gateway
    self.now = now
  }

  /// Returns the removal, which is in the trash if the store keeps one. Throws `.notFound` or `.store`.
  public func callAsFunction(
    _ id: Topic.ID, author: String
  ) async throws(TopicError) -> Stored<Removal> {
    guard Topic.isID(id) else { throw .notFound(id: id) }
    let removal = Removal(by: author, at: now())
    return try await gateway.remove(id, removal).map { removal }
  }
}
