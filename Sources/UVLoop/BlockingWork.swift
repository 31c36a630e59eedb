internal import CLibuv

/// Runs work that may block, such as a look-up or file access, on libuv's threads instead of the
/// loop.
///
/// Unlike the threads of Swift's own pool, libuv's sleep while there is nothing to do.
public enum BlockingWork {
  /// Runs `body` on one of libuv's four threads, and returns on the loop.
  @LoopActor
  public static func run<Result: Sendable>(
    _ body: @Sendable () -> Result
  ) async -> Result {
    await Worker(WorkExecutor()).run(body)
  }
}

/// Runs the work on a libuv thread, then returns to the caller's executor.
///
/// It is an actor, because resuming a continuation would take a detour through Swift's thread pool.
actor Worker<Executor: SerialExecutor> {
  nonisolated let executor: Executor

  init(_ executor: Executor) {
    self.executor = executor
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  func run<Result>(_ body: @Sendable () -> Result) -> Result {
    body()
  }
}

/// Runs the job of one worker on one of libuv's threads. Jobs are enqueued on the loop's thread only.
private final class WorkExecutor: SerialExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let request = UnsafeMutablePointer<uv_work_t>.allocate(capacity: 1)
    request.pointee.data = Unmanaged.passRetained(WorkItem(UnownedJob(job), self)).toOpaque()
    // Fails only without a function to call.
    uv_queue_work(LoopActor.loop, request, onWork, onDone)
  }
}

/// A job that is passed to a thread.
private final class WorkItem {
  let job: UnownedJob
  let executor: WorkExecutor

  init(_ job: UnownedJob, _ executor: WorkExecutor) {
    self.job = job
    self.executor = executor
  }
}

private let onWork: uv_work_cb = { request in
  guard let data = request?.pointee.data else { return }
  let item = Unmanaged<WorkItem>.fromOpaque(data).takeUnretainedValue()
  item.job.runSynchronously(on: item.executor.asUnownedSerialExecutor())
}

private let onDone: uv_after_work_cb = { request, _ in
  guard let request, let data = request.pointee.data else { return }
  request.deallocate()
  Unmanaged<WorkItem>.fromOpaque(data).release()
}
