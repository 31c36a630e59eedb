/// Access to what happens in a store.
public protocol LiveGateway: Sendable {
  /// A live query: every step of the store after this version, in order, including those of other
  /// programs. A step is reported before the call that made it returns.
  func changes() -> (version: Int, steps: AsyncStream<StoreStep>)

  /// A live query: reports the faults of parts of the store, as sentences that begin with the
  /// place, such as "/srv/wiki/cats.md, line 7: …". It reports all of them, at once and whenever
  /// they change. The rest of the store works.
  func faults() -> AsyncStream<[String]>
}

extension LiveGateway {
  /// Reports none: the store works as a whole, or fails.
  public func faults() -> AsyncStream<[String]> {
    AsyncStream { $0.finish() }
  }
}

/// The readers of a live query. The store protects it against concurrent calls, and reports in the
/// order in which things happen.
public struct LiveQuery<Element: Sendable>: Sendable {
  private var readers: [AsyncStream<Element>.Continuation] = []
  private let keepsOnlyNewest: Bool

  /// - Parameter keepsOnlyNewest: whether a slow reader gets only the newest element, because each
  ///   replaces the one before it.
  public init(keepsOnlyNewest: Bool = false) {
    self.keepsOnlyNewest = keepsOnlyNewest
  }

  /// Starts a query: these elements, then every report from now on, until the task that reads them is
  /// cancelled.
  public mutating func begin(with first: [Element] = []) -> AsyncStream<Element> {
    let (elements, reader) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: keepsOnlyNewest ? .bufferingNewest(1) : .unbounded)
    for element in first { reader.yield(element) }
    readers.append(reader)
    return elements
  }

  public mutating func report(_ element: Element) {
    readers.removeAll { reader in
      if case .terminated = reader.yield(element) { true } else { false }
    }
  }
}
