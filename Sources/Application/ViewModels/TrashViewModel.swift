public import BoardValues
public import Domain

/// What was removed from a store and can be restored.
public final class TrashViewModel {
  private let listTrash: ListTrash
  private let restoreFromTrash: RestoreFromTrash
  private let purgeTrash: PurgeTrash
  private let road: StoreRoad

  public init(
    list: ListTrash, restore: RestoreFromTrash, purge: PurgeTrash, road: StoreRoad
  ) {
    self.road = road
    listTrash = list
    restoreFromTrash = restore
    purgeTrash = purge
  }

  /// Returns everything, newest first. Throws `.noTrash` or `.store`.
  public func list() async throws(TrashError) -> [TrashItem] {
    try await listTrash().map(TrashItem.init)
  }

  /// Puts something back where it was, and returns once that is shown. Throws `TrashError`.
  ///
  /// - Returns: the identifier of the topic, which may be another one than before.
  public func restore(_ id: TrashItem.ID, author: String) async throws(TrashError) -> Topic.ID {
    let topic = try await restoreFromTrash(id, author: author)
    await road.wait(for: topic.version)
    return topic.value
  }

  /// Erases something for good. Throws `.noTrash`, `.notFound` or `.store`.
  public func purge(_ id: TrashItem.ID) async throws(TrashError) {
    try await purgeTrash(id)
  }
}
