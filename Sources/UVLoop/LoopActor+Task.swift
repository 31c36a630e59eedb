extension LoopActor {
  /// Starts a task on the loop that prefers the loop as its executor.
  ///
  /// The preference matters wherever `body` waits with a continuation. Without it, each
  /// continuation resumes by way of Swift's global thread pool, and that pool's threads, once
  /// started, wake up every second for as long as the process lives.
  @discardableResult
  public nonisolated static func task(
    _ body: @escaping @LoopActor () async -> Void
  ) -> Task<Void, Never> {
    Task(executorPreference: shared.executor, operation: body)
  }

  /// Does the same, but `body` runs at once, up to the first point where it has to wait.
  @LoopActor
  public static func immediateTask(
    _ body: @escaping @LoopActor () async -> Void
  ) -> Task<Void, Never> {
    shared.executor.startTask(body)
  }

  /// Makes the calling thread the loop's, runs `body` on it, and returns when `body` does.
  ///
  /// A program that starts objects and then serves until ``stop()`` uses ``serve(_:)`` instead.
  ///
  /// - Throws: what `body` throws.
  /// - Precondition: no other thread is, or was, the loop's.
  public nonisolated static func run(
    _ body: @escaping @LoopActor () async throws -> Void
  ) throws {
    let run = LoopRun()
    serve {
      run.begin(body)
      return run
    }
    try assumeIsolated { try run.outcome.get() }
  }
}

/// The body for which a loop runs, and its outcome.
@LoopActor
private final class LoopRun {
  private(set) var outcome: Result<Void, any Error> = .success(())
  private var task: Task<Void, Never>?

  nonisolated init() {}

  func begin(_ body: @escaping @LoopActor () async throws -> Void) {
    task = LoopActor.task { [self] in
      do { try await body() } catch { outcome = .failure(error) }
      LoopActor.stop()
    }
  }
}
