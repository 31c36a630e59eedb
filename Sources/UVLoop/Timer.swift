internal import CLibuv

/// Calls back after a delay, once or repeatedly; ends on ``cancel()`` or release.
@LoopActor
public final class Timer {
  /// Nil when the timer has ended, and while a test drives the clock.
  private var handle: Handle<uv_timer_t>?
  /// Whole milliseconds; 0 for one call only.
  private let interval: UInt64
  private let body: @LoopActor () -> Void

  /// - Parameters:
  ///   - delay: time until the first call, which comes up to 2 ms late but never early; below zero
  ///     is treated as zero.
  ///   - interval: time between later calls, in whole milliseconds; nil for one call only.
  public init(
    after delay: Duration, every interval: Duration? = nil, _ body: @escaping @LoopActor () -> Void
  ) {
    self.body = body
    self.interval = interval.map { max(1, $0.wholeMilliseconds) } ?? 0
    if LoopClock.isDriven {
      LoopClock.start(self, after: delay)
      return
    }
    // uv_timer_init and uv_timer_start fail only for a handle that is closing.
    handle = try? Handle("timer") { uv_timer_init(LoopActor.loop, $0) }
    handle?.setOwner(self)
    if let handle {
      uv_update_time(LoopActor.loop)
      // The loop's time is rounded down: without one more, a timer could fire up to that much
      // early.
      let milliseconds = delay > .zero ? delay.wholeMilliseconds + 1 : 0
      uv_timer_start(handle.pointer, onTimer, milliseconds, self.interval)
    }
  }

  isolated deinit {
    cancel()
  }

  /// Ends the timer; there is no call after that. A second call does nothing.
  public func cancel() {
    handle?.close()
    handle = nil
    if LoopClock.isDriven { LoopClock.cancel(self) }
  }

  func fire() {
    if interval == 0 {
      cancel()
    } else if LoopClock.isDriven {
      LoopClock.start(self, after: .milliseconds(interval))
    }
    body()
  }
}

private let onTimer: uv_timer_cb = { handle in
  LoopActor.assumeIsolated(handle?.pointee.data) { owner(Timer.self, $0)?.fire() }
}

extension Duration {
  /// Whole milliseconds, rounded up, so that nothing happens early.
  fileprivate var wholeMilliseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard self > .zero else { return 0 }
    return UInt64(seconds) * 1000
      + UInt64((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}

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
