/// What a live query reports about topics, or about a value that each topic has.
public enum StoreChange<Value: Sendable>: Sendable {
  /// A topic was added or changed and now has this value; nil if it was removed.
  case topic(Topic.ID, Stored<Value?>)
  /// Anything may have changed, for example because another program wrote to the store: read again
  /// everything that is shown.
  case unknown
}

/// The live queries of a store. The store protects it against concurrent calls, and reports changes
/// in the order in which it makes them.
public struct LiveQueries<Value: Sendable>: Sendable {
  private var readers: [AsyncStream<StoreChange<Value>>.Continuation] = []

  public init() {}

  /// Starts a query: every change from now on, until the task that reads it is cancelled.
  public mutating func begin() -> AsyncStream<StoreChange<Value>> {
    let (changes, reader) = AsyncStream.makeStream(of: StoreChange<Value>.self)
    readers.append(reader)
    return changes
  }

  public mutating func report(_ change: StoreChange<Value>) {
    readers.removeAll { reader in
      if case .terminated = reader.yield(change) { true } else { false }
    }
  }
}
