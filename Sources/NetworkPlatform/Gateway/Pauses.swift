internal import UVLoop

/// Waits without blocking the loop.
@LoopActor
enum Pauses {
  /// Returns after a duration, or at once if the task is cancelled.
  static func wait(for duration: Duration) async {
    let pause = Pause()
    await withTaskCancellationHandler {
      await pause.wait(for: duration)
    } onCancel: {
      LoopActor.task { pause.end() }
    }
  }
}

@LoopActor
private final class Pause {
  private var timer: Timer?
  private var continuation: CheckedContinuation<Void, Never>?
  private var hasEnded = false

  func wait(for duration: Duration) async {
    guard !hasEnded, !Task.isCancelled else { return }
    await withCheckedContinuation { continuation in
      self.continuation = continuation
      timer = Timer(after: duration) { [weak self] in self?.end() }
    }
  }

  func end() {
    hasEnded = true
    timer?.cancel()
    timer = nil
    continuation?.resume()
    continuation = nil
  }
}
