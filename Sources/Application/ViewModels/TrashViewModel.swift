public import BoardValues
public import Domain

/// What was removed from a store and can be restored.
public final class TrashViewModel {
  private let useCases: any TrashUseCases
  private let road: StoreRoad

  public init(
    _ useCases: any TrashUseCases, road: StoreRoad
  ) {
    self.road = road
    self.useCases = useCases
  }

  /// Returns everything, newest first. Throws `.noTrash` or `.store`.
  public func list() async throws(TrashError) -> [TrashItem] {
    try await useCases.list().map(TrashItem.init)
  }

  /// Puts something back where it was, and returns once that is shown. Throws `TrashError`.
  ///
  /// - Returns: the identifier of the topic, which may be another one than before.
  public func restore(_ id: TrashItem.ID, author: String) async throws(TrashError) -> Topic.ID {
    let topic = try await useCases.restore(id, author: author)
    await road.wait(for: topic.version)
    return topic.value
  }

  /// Erases something for good. Throws `.noTrash`, `.notFound` or `.store`.
  public func purge(_ id: TrashItem.ID) async throws(TrashError) {
    try await useCases.purge(id)
  }
}
