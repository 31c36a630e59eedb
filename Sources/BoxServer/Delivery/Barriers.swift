internal import UVLoop

/// Callbacks that wait, in order, until everything up to a position is sent.
@LoopActor
struct Barriers {
  typealias Body = @LoopActor (_ isSynced: Bool) -> Void

  private var waiting: [(position: Int, body: Body)] = []

  var isEmpty: Bool { waiting.isEmpty }

  /// - Parameters:
  ///   - position: not before that of the last one.
  ///   - body: called with whether everything up to there was sent, or never will be.
  mutating func add(at position: Int, _ body: @escaping Body) {
    waiting.append((position, body))
  }

  /// Removes the callbacks for positions up to that of a cursor, to be called in order. The caller
  /// calls them, because they may add another one.
  mutating func passed(by position: Int) -> [Body] {
    let over = waiting.prefix { $0.position <= position }.map(\.body)
    waiting.removeFirst(over.count)
    return over
  }

  /// Removes all callbacks, to be called with false.
  mutating func dropped() -> [Body] {
    defer { waiting = [] }
    return waiting.map(\.body)
  }
}
