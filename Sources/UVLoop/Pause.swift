/// A pause of one task; the loop continues to run.
@LoopActor
public final class Pause {
  private var timer: Timer?
  private var continuation: CheckedContinuation<Void, Never>?

  private init() {}

  /// Returns after `duration`, or as soon as the task is cancelled.
  public static func wait(for duration: Duration) async {
    let pause = Pause()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled else { return continuation.resume() }
        pause.continuation = continuation
        pause.timer = Timer(after: duration) { [weak pause] in pause?.finish() }
      }
    } onCancel: {
      LoopActor.task { pause.finish() }
    }
  }

  private func finish() {
    timer = nil
    continuation?.resume()
    continuation = nil
  }
}
