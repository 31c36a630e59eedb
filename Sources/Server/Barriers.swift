internal import Loop

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

  /// Calls what waits for a stamp up to `cursor`.
  mutating func pass(_ cursor: Int) {
    let over = waiting.prefix { $0.stamp <= cursor }
    waiting.removeFirst(over.count)
    for (_, body) in over { body(true) }
  }

  /// Tells everyone who waits that it was for nothing.
  mutating func drop() {
    let over = waiting
    waiting = []
    for (_, body) in over { body(false) }
  }
}
