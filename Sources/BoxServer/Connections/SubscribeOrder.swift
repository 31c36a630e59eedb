internal import UVLoop

/// Keeps the order between the `subscribe` requests of a connection, which may wait for a store, and
/// the requests after them that are about what they subscribe to.
@LoopActor
struct SubscribeOrder {
  typealias Body = @LoopActor () -> Void

  private enum Entry {
    case subscribe(Int)
    case later(Body)
  }

  /// In the order of the requests; the first is a `subscribe`.
  private var entries: [Entry] = []
  private var lastNumber = 0

  var isEmpty: Bool { entries.isEmpty }

  /// Adds a `subscribe` that may wait.
  ///
  /// - Returns: a number for ``remove(_:)``.
  mutating func add() -> Int {
    lastNumber += 1
    entries.append(.subscribe(lastNumber))
    return lastNumber
  }

  /// Adds a request that waits for what was added before.
  mutating func add(_ body: @escaping Body) {
    entries.append(.later(body))
  }

  /// Removes a `subscribe` that was carried out or refused.
  mutating func remove(_ number: Int) {
    entries.removeAll { if case .subscribe(number) = $0 { true } else { false } }
    freeIfEmpty()
  }

  /// Removes the first request if no `subscribe` is before it. The caller carries it out, because it
  /// may add another one.
  mutating func next() -> Body? {
    guard case .later(let body)? = entries.first else { return nil }
    entries.removeFirst()
    freeIfEmpty()
    return body
  }

  /// Most clients subscribe once, and there may be many.
  private mutating func freeIfEmpty() {
    if entries.isEmpty { entries = [] }
  }
}
