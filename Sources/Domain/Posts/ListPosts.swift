/// Lists the posts of a topic.
public struct ListPosts: Sendable {
  private let gateway: any PostsGateway

  public init(gateway: any PostsGateway) {
    self.gateway = gateway
  }

  /// Returns the newest `Limits.postsShown` posts, newest first. Throws `.noTopic` or `.store`.
  public func callAsFunction(
    of topic: Topic.ID
  ) async throws(PostError) -> Stored<[PostOverview]> {
    try await gateway.newestPosts(of: topic)
  }

  /// Returns a page of posts, newest first.
  ///
  /// - Parameters:
  ///   - before: only older posts than this one; nil for the newest.
  ///   - limit: maximum number of posts, 1 to `Limits.postsShown`.
  /// - Throws: `PostError`: `.noTopic` or `.store`.
  public func callAsFunction(
    of topic: Topic.ID, before: Post.ID?, limit: Int
  ) async throws(PostError) -> [PostOverview] {
    try await gateway.posts(of: topic, before: before, limit: limit)
  }
}
