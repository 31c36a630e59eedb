internal import Glibc
internal import Synchronization
package import Testing

extension Trait where Self == BlockingTests {
  /// For tests that block their thread.
  ///
  /// Swift has only as many threads of its own as there are cores. If tests blocked all of them,
  /// nothing that the tests wait for could run.
  package static var blocking: Self { Self() }
}

/// Runs tests on threads of their own.
package struct BlockingTests: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  @concurrent
  package func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await withTaskExecutorPreference(BlockingExecutor.shared) { try await function() }
  }
}

/// As many threads as tests run at a time, so that one that has waited for something else continues
/// at once. The newest job runs first, so that a test that has started continues before another one
/// starts.
private final class BlockingExecutor: TaskExecutor {
  static let shared = BlockingExecutor(threads: 8)

  private let jobs = Mutex<[UnownedJob]>([])
  /// Counts the jobs. Any thread may use it.
  private nonisolated(unsafe) let available = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init(threads: Int) {
    sem_init(available, 0, 0)
    for _ in 0..<threads {
      var thread = pthread_t()
      let context = Unmanaged.passUnretained(self).toOpaque()
      let status = pthread_create(&thread, nil, serve, context)
      precondition(status == 0, "cannot create a thread")
      pthread_detach(thread)
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    sem_post(available)
  }

  fileprivate func run() -> Never {
    while true {
      while sem_wait(available) != 0 {}
      let job = jobs.withLock { $0.popLast() }
      job?.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

private let serve: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
  guard let context = $0 else { return nil }
  Unmanaged<BlockingExecutor>.fromOpaque(context).takeUnretainedValue().run()
}
