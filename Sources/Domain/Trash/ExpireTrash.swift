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
