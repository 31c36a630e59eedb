/// Lets a few callers in at a time; the others wait, and enter in the order in which they came.
final class LogInQueue {
  private var free: Int
  /// Oldest first.
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// - Parameter concurrent: the number of callers that can be in at the same time; at least 1.
  init(concurrent: Int) {
    free = concurrent
  }

  /// Returns when the caller is in. Each call needs one of ``leave()``.
  func enter() async {
    guard free == 0 else {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func leave() {
    guard !waiting.isEmpty else {
      free += 1
      return
    }
    waiting.removeFirst().resume()
  }
}
