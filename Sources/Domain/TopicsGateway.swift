/// Access to the topics of a store.
public protocol TopicsGateway: Sendable {
  /// All topics, in order of creation. Throws `.store` if the store fails.
  func topics() async throws(TopicError) -> [Topic]
}
