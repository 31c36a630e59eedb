/// Removes a post.
public struct RemovePost: Sendable {
  private let gateway: any PostsGateway
  private let now: CurrentTime

  public init(gateway: any PostsGateway, now: @escaping CurrentTime) {
    self.gateway = gateway
    self.now = now
  }

  /// Returns the removal, which is in the trash if the store keeps one.
  ///
  /// - Parameter seen: the post's date as the author saw it; nil to accept any.
  /// - Throws: `PostError`: `.notFound`, `.changed`, `.noTopic` or `.store`.
  public func callAsFunction(
    _ id: Post.ID, of topic: Topic.ID, ifUpdated seen: Timestamp? = nil, author: String
  ) async throws(PostError) -> Stored<Removal> {
    try await gateway.update(id, of: topic) { [now] discussion throws(PostError) in
      try discussion.remove(id: id, ifUpdated: seen, by: author, at: now()).removal
    }
  }
}
