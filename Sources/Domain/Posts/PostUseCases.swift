/// What can be done with the posts of a topic. A view model's test can replace it.
public protocol PostUseCases {
  /// Returns the newest `Limits.postsShown` posts, newest first. Throws `.noTopic` or `.store`.
  func list(
    of topic: Topic.ID
  ) async throws(PostError) -> Stored<[PostOverview]>

  /// Returns a page of posts, newest first.
  ///
  /// - Parameters:
  ///   - before: only older posts than this one; nil for the newest.
  ///   - limit: maximum number of posts, 1 to `Limits.postsShown`.
  /// - Throws: `PostError`: `.noTopic` or `.store`.
  func list(
    of topic: Topic.ID, before: Post.ID?, limit: Int
  ) async throws(PostError) -> [PostOverview]

  /// Returns a whole post. Throws `.notFound`, `.noTopic` or `.store`.
  func read(
    _ id: Post.ID, of topic: Topic.ID
  ) async throws(PostError) -> Post

  /// Writes a post and returns it. Throws `.invalid`, `.full`, `.noTopic` or `.store`.
  func write(
    in topic: Topic.ID, title: String, content: String, author: String
  ) async throws(PostError) -> Stored<Post>

  /// Changes the title, the content or both of a post, and returns it; nil keeps the current value.
  ///
  /// - Parameter seen: the post's date as the author saw it; nil to accept any.
  /// - Throws: `PostError`: `.invalid`, also if both are nil, `.notFound`, `.changed`, `.noTopic` or
  ///   `.store`.
  func edit(
    _ id: Post.ID, of topic: Topic.ID, title: String?, content: String?,
    ifUpdated seen: Timestamp?, author: String
  ) async throws(PostError) -> Stored<Post>

  /// Removes a post. Returns the removal, which is in the trash if the store keeps one.
  ///
  /// - Parameter seen: the post's date as the author saw it; nil to accept any.
  /// - Throws: `PostError`: `.notFound`, `.changed`, `.noTopic` or `.store`.
  func remove(
    _ id: Post.ID, of topic: Topic.ID, ifUpdated seen: Timestamp?, author: String
  ) async throws(PostError) -> Stored<Removal>
}

/// The posts of the topics of a store.
public struct StorePosts: PostUseCases, Sendable {
  private let gateway: any PostsGateway
  private let now: CurrentTime

  public init(gateway: any PostsGateway, now: @escaping CurrentTime) {
    self.gateway = gateway
    self.now = now
  }

  public func list(
    of topic: Topic.ID
  ) async throws(PostError) -> Stored<[PostOverview]> {
    try await gateway.newestPosts(of: topic)
  }

  public func list(
    of topic: Topic.ID, before: Post.ID?, limit: Int
  ) async throws(PostError) -> [PostOverview] {
    try await gateway.posts(of: topic, before: before, limit: limit)
  }

  public func read(
    _ id: Post.ID, of topic: Topic.ID
  ) async throws(PostError) -> Post {
    try await gateway.post(id, of: topic)
  }

  public func write(
    in topic: Topic.ID, title: String, content: String, author: String
  ) async throws(PostError) -> Stored<Post> {
    try await gateway.update(nil, of: topic) { [now] discussion throws(PostError) in
      try discussion.write(title: title, content: content, author: author, at: now())
    }
  }

  public func edit(
    _ id: Post.ID, of topic: Topic.ID, title: String? = nil, content: String? = nil,
    ifUpdated seen: Timestamp? = nil, author: String
  ) async throws(PostError) -> Stored<Post> {
    try await gateway.update(id, of: topic) { [now] discussion throws(PostError) in
      try discussion.edit(
        id: id, title: title, content: content, ifUpdated: seen, by: author, at: now())
    }
  }

  public func remove(
    _ id: Post.ID, of topic: Topic.ID, ifUpdated seen: Timestamp? = nil, author: String
  ) async throws(PostError) -> Stored<Removal> {
    try await gateway.update(id, of: topic) { [now] discussion throws(PostError) in
      try discussion.remove(id: id, ifUpdated: seen, by: author, at: now()).removal
    }
  }
}
