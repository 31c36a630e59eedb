/// Removes a topic with its arguments.
public struct RemoveTopic: Sendable {
  private let gateway: any TopicsGateway

  public init(gateway: any TopicsGateway) {
    self.gateway = gateway
  }

  /// Returns the topic as it was. Throws `.notFound` or `.store`.
  public func callAsFunction(_ id: Topic.ID) async throws(TopicError) -> Stored<Topic> {
    guard Topic.isID(id) else { throw .notFound(id: id) }
    return try await gateway.remove(id)
  }
}
