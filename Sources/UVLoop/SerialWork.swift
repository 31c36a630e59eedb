internal import DequeModule

/// Blocking work of one kind, one piece at a time and in order, such as that on one file: of libuv's
/// four threads, which also serve others, it takes one at most.
@LoopActor
public final class SerialWork {
  private var isBusy = false
  private var waiting: Deque<CheckedContinuation<Void, Never>> = []

  public nonisolated init() {}

  /// Carries out `body` on one of libuv's threads, after all that was asked for before, and returns
  /// on the loop.
  public func run<Result: Sendable>(_ body: @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { turn in
      if isBusy {
        waiting.append(turn)
      } else {
        isBusy = true
        turn.resume()
      }
    }
    let result = await BlockingWork.run(body)
    if let next = waiting.popFirst() { next.resume() } else { isBusy = false }
    return result
  }
}
