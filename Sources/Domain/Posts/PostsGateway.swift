/// Access to the posts of all topics of a store.
public protocol PostsGateway: Sendable {
  /// A page of the posts of a topic, newest first.
  ///
  /// - Parameters:
  ///   - before: only older posts than this one, which may be removed by now; nil for the newest.
  ///   - limit: how many there are at most; at least 1.
  /// - Throws: `PostError`: `.noTopic`, or `.store` if the store fails.
  func posts(
    of topic: Topic.ID, before: Post.ID?, limit: Int
  ) async throws(PostError) -> Stored<[PostOverview]>

  /// A whole post. Throws `.notFound`, `.noTopic`, or `.store` if the store fails.
  func post(_ id: Post.ID, of topic: Topic.ID) async throws(PostError) -> Post

  /// Reads what a change of a post has to know, changes it and stores the post with what was done to
  /// it, in one atomic step. Returns the newest `Limits.postsShown` posts as stored, newest first,
  /// with what `change` returned.
  ///
  /// If `change` throws, its error is rethrown and nothing is stored. `change` may run on any thread,
  /// and more than once if a platform has to retry. Also throws `.noTopic`, or `.store` if the store
  /// fails.
  ///
  /// - Parameter post: that the change concerns; it need not exist. nil for a new one.
  func update<Answer: Sendable>(
    _ post: Post.ID?, of topic: Topic.ID,
    _ change: @escaping @Sendable (inout Discussion) throws(PostError) -> Answer
  ) async throws(PostError) -> (newest: Stored<[PostOverview]>, answer: Answer)

  /// A live query: reports the newest `Limits.postsShown` posts of a topic with every change of its
  /// posts from now on, also those that other programs make in the store.
  func changes() -> AsyncStream<StoreChange<[PostOverview]>>
}
