internal import CLibuv
internal import DequeModule
internal import Synchronization

/// Blocking work of one kind, done one piece at a time and in order, such as that on one file.
///
/// It uses at most one of libuv's four threads, which also do other work. That thread continues
/// with the next piece without waiting for the loop.
public final class SerialWork: Sendable {
  private let worker = Worker(WorkQueue())

  public init() {}

  /// Whether a thread does a piece of it, or is about to.
  public var isRunning: Bool { worker.executor.isRunning }

  /// Runs `body` on one of libuv's threads, after all work that was requested before, and returns
  /// on the loop.
  @LoopActor
  public func run<Result: Sendable>(_ body: @Sendable () -> Result) async -> Result {
    await worker.run(body)
  }
}

/// The pieces of one worker. They are enqueued only on the loop's thread.
private final class WorkQueue: SerialExecutor {
  private struct State {
    var jobs: Deque<UnownedJob> = []
    /// Whether a thread runs them, or is about to.
    var isRunning = false
  }

  private let state = Mutex(State())

  var isRunning: Bool { state.withLock { $0.isRunning } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let starts = state.withLock { state in
      state.jobs.append(job)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard starts else { return }
    let request = UnsafeMutablePointer<uv_work_t>.allocate(capacity: 1)
    request.pointee.data = Unmanaged.passRetained(self).toOpaque()
    // Fails only without a function to call.
    uv_queue_work(LoopActor.loop, request, onWork, onDone)
  }

  fileprivate func runAll() {
    while let job = next() { job.runSynchronously(on: asUnownedSerialExecutor()) }
  }

  private func next() -> UnownedJob? {
    state.withLock { state in
      let job = state.jobs.popFirst()
      if job == nil { state.isRunning = false }
      return job
    }
  }
}

private let onWork: uv_work_cb = { request in
  guard let data = request?.pointee.data else { return }
  Unmanaged<WorkQueue>.fromOpaque(data).takeUnretainedValue().runAll()
}

private let onDone: uv_after_work_cb = { request, _ in
  guard let request, let data = request.pointee.data else { return }
  request.deallocate()
  Unmanaged<WorkQueue>.fromOpaque(data).release()
}
