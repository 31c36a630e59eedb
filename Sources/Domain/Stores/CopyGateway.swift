/// Access to a store whose contents are copies of those of a service elsewhere.
///
/// Reading a part returns the stored copy while it is fresh, otherwise what the service answers; if
/// that fails for the time being, the stored copy, which ``freshness()`` then reports as stale.
public protocol CopyGateway: Sendable {
  /// A live query: reports how fresh each part is that was read, at once and whenever that changes.
  func freshness() -> AsyncStream<(part: StorePart, freshness: Freshness)>

  /// Keeps a part fresh from now on because somebody looks at it, or no longer does so. Each call
  /// with true is followed by one with false.
  func look(at part: StorePart, _ isLooking: Bool)

  /// Whether reading a part that was read before asks the service.
  func isDue(_ part: StorePart) -> Bool

  /// Lets the next read of a part ask the service, and fail if that fails.
  func expire(_ part: StorePart)
}
