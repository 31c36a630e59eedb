/// What can be done with what was removed. A view model's test can replace it.
public protocol TrashUseCases {
  /// Returns all entries, newest first. Throws `.noTrash` or `.store`.
  func list() async throws(TrashError) -> [TrashEntry]

  /// Puts something back where it was. Returns the identifier of the topic, which may be another one
  /// than before, or of the topic of the post. Throws `TrashError`.
  func restore(
    _ id: TrashEntry.ID, author: String
  ) async throws(TrashError) -> Stored<Topic.ID>

  /// Erases something for good. Throws `.noTrash`, `.notFound` or `.store`.
  func purge(_ id: TrashEntry.ID) async throws(TrashError)
}

/// What was removed from a store.
public struct StoreTrash: TrashUseCases, Sendable {
  private let gateway: any TrashGateway
  private let now: CurrentTime

  public init(gateway: any TrashGateway, now: @escaping CurrentTime) {
    self.gateway = gateway
    self.now = now
  }

  public func list() async throws(TrashError) -> [TrashEntry] {
    try await gateway.trash()
  }

  public func restore(
    _ id: TrashEntry.ID, author: String
  ) async throws(TrashError) -> Stored<Topic.ID> {
    try await gateway.restore(id, by: author, at: now())
  }

  public func purge(_ id: TrashEntry.ID) async throws(TrashError) {
    guard try await gateway.trash().contains(where: { $0.id == id }) else {
      throw .notFound(id: id)
    }
    try await gateway.erase([id])
  }
}

/// Erases what has been in the trash for too long.
public struct ExpireTrash: Sendable {
  private let gateway: any TrashGateway
  private let now: CurrentTime

  public init(gateway: any TrashGateway, now: @escaping CurrentTime) {
    self.gateway = gateway
    self.now = now
  }

  /// Returns how long nothing else expires; nil if the trash is empty. What seems to have been
  /// removed in the future, because the clock was set back, stays until that time has passed, too.
  ///
  /// - Parameter time: how long entries stay in the trash.
  /// - Throws: `.noTrash` or `.store`.
  public func callAsFunction(after time: Duration) async throws(TrashError) -> Duration? {
    let now = now()
    let all = try await gateway.trash()
    let (expired, rest) = (
      all.filter { $0.expiry(after: time) <= now }, all.filter { $0.expiry(after: time) > now }
    )
    if !expired.isEmpty { try await gateway.erase(Set(expired.map(\.id))) }
    return rest.map { now.duration(to: $0.expiry(after: time)) }.min()
  }
}
