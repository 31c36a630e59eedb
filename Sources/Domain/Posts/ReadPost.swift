/// Reads one post with all of its content.
public struct ReadPost: Sendable {
  private let gateway: any PostsGateway

  public init(gateway: any PostsGateway) {
    self.gateway = gateway
  }

  /// Returns the post. Throws `.notFound`, `.noTopic` or `.store`.
  public func callAsFunction(
    _ id: Post.ID, of topic: Topic.ID
  ) async throws(PostError) -> Post {
    try await gateway.post(id, of: topic)
  }
}
