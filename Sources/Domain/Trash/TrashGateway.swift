/// Access to what was removed from a store. The store's other gateways put it there in the step that
/// removes it, and erase what the trash then has no room for.
public protocol TrashGateway: Sendable {
  /// Whether what is removed can be restored. Otherwise it is erased, and everything below throws
  /// `.noTrash`.
  var keepsTrash: Bool { get }

  /// Returns all entries, newest first. Throws `.noTrash` or `.store`.
  func trash() async throws(TrashError) -> [TrashEntry]

  /// Puts an entry back where it was, with everything that belongs to it. A topic whose identifier
  /// is taken gets another one.
  ///
  /// - Returns: the identifier of the topic, or of the topic of the post.
  /// - Throws: `TrashError`.
  func restore(
    _ id: TrashEntry.ID, by author: String, at date: Timestamp
  ) async throws(TrashError) -> Stored<Topic.ID>

  /// Erases entries for good, and ignores those that are not in the trash. Throws `.noTrash` or
  /// `.store`.
  func erase(_ ids: Set<TrashEntry.ID>) async throws(TrashError)

  /// A live query: reports from now on that something was put into the trash.
  func removals() -> AsyncStream<Void>
}

/// A store that keeps no trash.
extension TrashGateway {
  public var keepsTrash: Bool { false }

  public func trash() async throws(TrashError) -> [TrashEntry] { throw .noTrash }

  public func restore(
    _ id: TrashEntry.ID, by author: String, at date: Timestamp
  ) async throws(TrashError) -> Stored<Topic.ID> { throw .noTrash }

  public func erase(_ ids: Set<TrashEntry.ID>) async throws(TrashError) { throw .noTrash }

  public func removals() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}

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
