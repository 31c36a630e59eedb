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
