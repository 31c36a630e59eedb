/// Lists all topics.
public struct ListTopics: Sendable {
  private let gateway: any TopicsGateway

  public init(gateway: any TopicsGateway) {
    self.gateway = gateway
  }

  /// Returns all topics with their figures, in order of creation. Throws `.store`.
  public func callAsFunction() async throws(TopicError) -> Stored<[TopicOverview]> {
    try await gateway.topics()
  }
}
