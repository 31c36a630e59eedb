public import Domain

/// What was removed from a store and can be restored.
public final class TrashViewModel {
  private let topics: TopicsViewModel
  private let listTrash: ListTrash
  private let restoreFromTrash: RestoreFromTrash
  private let purgeTrash: PurgeTrash

  /// - Parameter topics: show what is restored.
  public init(
    _ topics: TopicsViewModel, list: ListTrash, restore: RestoreFromTrash, purge: PurgeTrash
  ) {
    self.topics = topics
    listTrash = list
    restoreFromTrash = restore
    purgeTrash = purge
  }

  /// Returns everything, newest first. Throws `.noTrash` or `.store`.
  public func list() async throws(TrashError) -> [TrashItem] {
    try await listTrash().map(TrashItem.init)
  }

  /// Puts something back where it was, and shows it. Throws `TrashError`.
  ///
  /// - Returns: the identifier of the topic, which may be another one than before.
  public func restore(_ id: TrashItem.ID, author: String) async throws(TrashError) -> Topic.ID {
    let restored = try await restoreFromTrash(id, author: author)
    switch restored.value {
    case .topic(let overview):
      await topics.follow(.topic(overview.id, restored.map { _ in overview }))
      return overview.id
    case .post(let post, let newest):
      topics.topic(post.topic)?.show(restored.map { _ in newest })
      return post.topic
    }
  }

  /// Erases something for good. Throws `.noTrash`, `.notFound` or `.store`.
  public func purge(_ id: TrashItem.ID) async throws(TrashError) {
    try await purgeTrash(id)
  }
}
