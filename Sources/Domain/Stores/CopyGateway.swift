/// Access to a store whose contents are copies of those of a service elsewhere.
///
/// Reading a part for the first time returns the stored copy, if there is one, and refreshes it in
/// the background; reading it again asks the service.
public protocol CopyGateway: Sendable {
  /// A live query: reports how fresh each part is that was read, at once and whenever that changes.
  func freshness() -> AsyncStream<(part: StorePart, freshness: Freshness)>

  /// Keeps a part fresh from now on because somebody looks at it, or no longer does so. Each call
  /// with true is followed by one with false.
  func look(at part: StorePart, _ isLooking: Bool)
}
