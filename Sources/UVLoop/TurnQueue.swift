/// Lets calls about the same subject take turns, in the order in which they begin.
@LoopActor
package final class TurnQueue<Subject: Hashable> {
  private var waiting: [Subject: [CheckedContinuation<Void, Never>]] = [:]

  package init() {}

  /// Waits for the turns of the same subject that began earlier. ``end(_:)`` must follow.
  package func begin(_ subject: Subject) async {
    await withCheckedContinuation { continuation in
      if waiting[subject]?.append(continuation) == nil {
        waiting[subject] = []
        continuation.resume()
      }
    }
  }

  package func end(_ subject: Subject) {
    guard var queue = waiting[subject], !queue.isEmpty else {
      waiting[subject] = nil
      return
    }
    let next = queue.removeFirst()
    waiting[subject] = queue
    next.resume()
  }
}
