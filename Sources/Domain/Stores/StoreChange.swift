/// What a live query reports about topics, or about something that each topic has.
public enum StoreChange<Value: Sendable>: Sendable {
  /// A topic was added or changed and now has this; nil if it was removed.
  case topic(Topic.ID, Stored<Value?>)
  /// Anything may have changed, for instance because another program wrote to the store: read again
  /// what is shown.
  case unknown
}

/// The live queries of a store. The store keeps it where only one call at a time can use it, and
/// reports changes in the order in which it makes them.
public struct LiveQueries<Value: Sendable>: Sendable {
  private var readers: [AsyncStream<StoreChange<Value>>.Continuation] = []

  public init() {}

  /// A new query: every change from now on, until the task that reads it is cancelled.
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
