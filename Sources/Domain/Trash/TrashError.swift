/// Why something could not be found in the trash, restored or erased.
public enum TrashError: Error, Equatable, Sendable {
  /// The store keeps no trash: what is removed is erased.
  case noTrash
  /// The trash has no entry with this identifier.
  case notFound(id: String)
  /// The topic has the post already.
  case exists(post: Post.ID)
  /// A topic cannot be restored: `.full`.
  case topic(TopicError)
  /// A post cannot be restored: `.full`, or `.noTopic` if its topic was removed, too.
  case post(PostError)
  /// The store failed; no rule was broken.
  case store(StoreError)
}

extension TrashError: StoreFailure {}
