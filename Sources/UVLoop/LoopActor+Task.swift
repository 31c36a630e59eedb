extension LoopActor {
  /// Makes the calling thread the loop's, and serves the loop until `body` is over.
  ///
  /// - Throws: what `body` throws.
  /// - Precondition: no other thread is, or was, the loop's.
  public nonisolated static func run(
    _ body: @escaping @LoopActor () async throws -> Void
  ) throws {
    let program = Program()
    run {
      program.begin(body)
      return program
    }
    try assumeIsolated { try program.outcome.get() }
  }
}

/// What a loop is run for, and how it went.
@LoopActor
private final class Program {
  private(set) var outcome: Result<Void, any Error> = .success(())
  private var task: Task<Void, Never>?

  nonisolated init() {}

  func begin(_ body: @escaping @LoopActor () async throws -> Void) {
    let work: @LoopActor () async -> Void = { [self] in
      do { try await body() } catch { outcome = .failure(error) }
      LoopActor.stop()
    }
    task = Task(executorPreference: LoopActor.taskExecutor, operation: work)
  }
}
