/// Creates a topic without arguments.
public struct CreateTopic: Sendable {
  private let gateway: any TopicsGateway
  private let now: CurrentTime

  public init(gateway: any TopicsGateway, now: @escaping CurrentTime) {
    self.gateway = gateway
    self.now = now
  }

  /// Returns the identifier of the new topic, which is derived from its title. Throws `.invalid`,
  /// `.full` or `.store`.
  public func callAsFunction(
    title: String, author: String
  ) async throws(TopicError) -> Stored<Topic.ID> {
    try await gateway.add(by: author) { [now] (taken: Set<Topic.ID>) throws(TopicError) -> Topic in
      try Topic(title: title, by: author, at: now(), taken: taken)
    }
  }
}
