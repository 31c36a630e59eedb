/// Changes the title, the content or both of a post.
public struct EditPost: Sendable {
  private let gateway: any PostsGateway
  private let now: CurrentTime

  public init(gateway: any PostsGateway, now: @escaping CurrentTime) {
    self.gateway = gateway
    self.now = now
  }

  /// Returns the edited one; nil keeps the current value.
  ///
  /// - Parameter seen: the post's date as the author saw it; nil to accept any.
  /// - Throws: `PostError`: `.invalid`, also if both are nil, `.notFound`, `.changed`, `.noTopic` or
  ///   `.store`.
  public func callAsFunction(
    _ id: Post.ID, of topic: Topic.ID, title: String? = nil, content: String? = nil,
    ifUpdated seen: Timestamp? = nil, author: String
  ) async throws(PostError) -> Stored<Post> {
    try await gateway.update(id, of: topic) { [now] discussion throws(PostError) in
      try discussion.edit(
        id: id, title: title, content: content, ifUpdated: seen, by: author, at: now())
    }
  }
}
