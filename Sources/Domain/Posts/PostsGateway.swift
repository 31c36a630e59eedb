/// Access to the posts of all topics of a store.
public protocol PostsGateway: Sendable {
  /// Returns the newest `Limits.postsShown` posts of a topic, newest first. Throws `.noTopic`, or
  /// `.store` if the store fails.
  func newestPosts(of topic: Topic.ID) async throws(PostError) -> Stored<[PostOverview]>

  /// Returns a page of the posts of a topic, newest first.
  ///
  /// - Parameters:
  ///   - before: only posts older than this one, which need no longer exist; nil for the newest.
  ///   - limit: maximum number of posts; at least 1.
  /// - Throws: `PostError`: `.noTopic`, or `.store` if the store fails.
  func posts(
    of topic: Topic.ID, before: Post.ID?, limit: Int
  ) async throws(PostError) -> [PostOverview]

  /// Returns a whole post. Throws `.notFound`, `.noTopic`, or `.store` if the store fails.
  func post(_ id: Post.ID, of topic: Topic.ID) async throws(PostError) -> Post

  /// Reads what a change of a post needs to know, makes the change and stores the post with its
  /// history record, in one atomic step. Returns what `change` returned; the posts come from live
  /// queries.
  ///
  /// If `change` throws, its error is rethrown and nothing is stored. `change` may run on any thread,
  /// and more than once if a platform has to retry. Also throws `.noTopic`, or `.store` if the store
  /// fails.
  ///
  /// - Parameter post: the post to be changed, which need not exist; nil for a new one.
  func update<Answer: Sendable>(
    _ post: Post.ID?, of topic: Topic.ID,
    _ change: @escaping @Sendable (inout Discussion) throws(PostError) -> Answer
  ) async throws(PostError) -> Stored<Answer>
}
