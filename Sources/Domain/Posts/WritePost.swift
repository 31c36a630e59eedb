/// Writes a post.
public struct WritePost: Sendable {
  private let gateway: any PostsGateway
  private let now: CurrentTime

  public init(gateway: any PostsGateway, now: @escaping CurrentTime) {
    self.gateway = gateway
    self.now = now
  }

  /// Returns the new one. Throws `.invalid`, `.full`, `.noTopic` or `.store`.
  public func callAsFunction(
    in topic: Topic.ID, title: String, content: String, author: String
  ) async throws(PostError) -> Stored<Post> {
    try await gateway.update(nil, of: topic) { [now] discussion throws(PostError) in
      try discussion.write(title: title, content: content, author: author, at: now())
    }
  }
}
