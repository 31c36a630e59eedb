/// Changes a topic's title.
public struct RenameTopic: Sendable {
  private let gateway: any TopicsGateway
  private let now: CurrentTime

  public init(gateway: any TopicsGateway, now: @escaping CurrentTime) {
    self.gateway = gateway
    self.now = now
  }

  /// - Parameter seen: the title as the author saw it; nil to accept any.
  /// - Throws: `TopicError`: `.invalid`, `.notFound`, `.changed` or `.store`.
  public func callAsFunction(
    _ id: Topic.ID, to title: String, ifTitle seen: String? = nil, author: String
  ) async throws(TopicError) -> Stored<Void> {
    guard Topic.isID(id) else { throw .notFound(id: id) }
    return try await gateway.update(id, by: author) {
      [now] (topic: inout Topic) throws(TopicError) in
      try topic.rename(to: title, ifTitle: seen, by: author, at: now())
    }
  }
}
