/// Access to the topics of a store.
public protocol TopicsGateway: Sendable {
  /// All topics with their figures, in order of creation, in one query. Throws `.store` if the store
  /// fails.
  func topics() async throws(TopicError) -> [TopicOverview]
}
