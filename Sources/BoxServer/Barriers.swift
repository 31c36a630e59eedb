internal import UVLoop

/// What waits, in order, until everything up to a stamp is sent.
@LoopActor
struct Barriers {
  typealias Body = @LoopActor (_ isSynced: Bool) -> Void

  private var waiting: [(stamp: Int, body: Body)] = []

  var isEmpty: Bool { waiting.isEmpty }

  /// - Parameters:
  ///   - stamp: not below that of the last one.
  ///   - body: told whether everything up to there was sent, or never will be.
  mutating func add(at stamp: Int, _ body: @escaping Body) {
    waiting.append((stamp, body))
  }

  /// Takes out what waits for a stamp up to `cursor`, to be called in order. That is left to the
  /// caller, because what is called may add another one.
  mutating func passed(by cursor: Int) -> [Body] {
    let over = waiting.prefix { $0.stamp <= cursor }.map(\.body)
    waiting.removeFirst(over.count)
    return over
  }

  /// Takes out everything, to be told that it waited for nothing.
  mutating func dropped() -> [Body] {
    defer { waiting = [] }
    return waiting.map(\.body)
  }
}
