/// Access to what happens in a store.
public protocol LiveGateway: Sendable {
  /// A live query: every step of the store after this version, in order, including those of other
  /// programs. A step is reported before the call that made it returns.
  func changes() -> (version: Int, steps: AsyncStream<StoreStep>)

  /// A live query: reports the faults of parts of the store, all of them, at once and whenever they
  /// change. The rest of the store works.
  func faults() -> AsyncStream<[StoreFault]>
}

extension LiveGateway {
  /// Reports none: the store works as a whole, or fails.
  public func faults() -> AsyncStream<[StoreFault]> {
    AsyncStream { $0.finish() }
  }
}

/// What is wrong with a part of a store, whose rest works.
public struct StoreFault: Hashable, Sendable {
  /// Begins with the place, such as "/srv/wiki/cats.md, line 7: …".
  public let sentence: String
  /// Of which something is left out, or which is not as it was written; nil if it concerns the store
  /// as a whole, or something that is not shown.
  public let part: StorePart?
  /// The column of a board; nil for all of it.
  public let column: Column?

  public init(_ sentence: String, in part: StorePart? = nil, _ column: Column? = nil) {
    self.sentence = sentence
    self.part = part
    self.column = column
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
