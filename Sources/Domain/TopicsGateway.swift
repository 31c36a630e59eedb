/// The topics, wherever they are kept.
public protocol TopicsGateway: Sendable {
  /// All topics, in order of creation. Throws `.store` when the gateway fails.
  func topics() async throws(ArgumentError) -> [Topic]
}
