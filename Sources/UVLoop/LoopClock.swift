internal import CLibuv
internal import Synchronization

/// The clock of ``Timer`` and ``MonotonicTime``: the system's or, in a test that drives it, one that
/// stands still until the test advances it.
///
/// A process has one, so a test that drives it runs in a process of its own, as exit tests do.
package enum LoopClock {
  /// Nanoseconds; 0 while the clock is the system's.
  private static let drivenTime = Atomic(0)
  @LoopActor private static var pending: [Pending] = []

  /// A driven timer that has not fired yet. Timers that are due at the same time fire in the order
  /// in which they were started.
  private struct Pending {
    weak let timer: Timer?
    let due: Int
  }

  /// Stops the clock. Timers that were started earlier keep the system's time.
  package static func drive() {
    drivenTime.store(Int(uv_hrtime()), ordering: .relaxed)
  }

  /// Lets time pass: calls each timer that falls due at its time, after all that is there to be done
  /// before it, and returns when nothing is left to be done.
  ///
  /// What other threads and processes are doing is not waited for.
  ///
  /// - Precondition: ``drive()`` was called.
  @LoopActor
  package static func advance(by duration: Duration) async {
    precondition(isDriven, "drive() comes first")
    let end = MonotonicTime.now + duration
    await finishWork()
    while let index = pending.indices.min(by: { pending[$0].due < pending[$1].due }),
      pending[index].due <= end.nanoseconds
    {
      let next = pending.remove(at: index)
      drivenTime.store(next.due, ordering: .relaxed)
      next.timer?.fire()
      await finishWork()
    }
    drivenTime.store(end.nanoseconds, ordering: .relaxed)
  }

  static var isDriven: Bool { drivenTime.load(ordering: .relaxed) != 0 }

  /// Nanoseconds since a fixed time in the past.
  static var nanoseconds: Int {
    let driven = drivenTime.load(ordering: .relaxed)
    return driven == 0 ? Int(uv_hrtime()) : driven
  }

  @LoopActor
  static func start(_ timer: Timer, after delay: Duration) {
    let delay = max(.zero, delay)
    pending.append(Pending(timer: timer, due: (MonotonicTime.now + delay).nanoseconds))
  }

  @LoopActor
  static func cancel(_ timer: Timer) {
    pending.removeAll { $0.timer === timer }
  }

  /// Gives way to the loop until it has had nothing to do for some iterations. In each, it reads
  /// what clients have sent.
  @LoopActor
  private static func finishWork() async {
    var idle = 0
    while idle < 5 {
      await Task.yield()
      idle = LoopActor.shared.executor.hasOneJob ? idle + 1 : 0
    }
  }
}
