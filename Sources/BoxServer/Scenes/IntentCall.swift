internal import BoxWire
internal import UVLoop

/// One intent that is being carried out.
@LoopActor
final class IntentCall {
  private var reply: (@LoopActor (Result<Answer, any Error>) -> Void)?
  private var task: Task<Void, Never>?
  private var deadline: Timer?

  init(_ reply: @escaping @LoopActor (Result<Answer, any Error>) -> Void) {
    self.reply = reply
  }

  func start(
    _ tasks: TaskBag, _ body: @escaping @LoopActor () async throws -> Answer,
    ended: @escaping @LoopActor () -> Void
  ) {
    task = tasks.start { [self] in
      do { answer(.success(try await body())) } catch { answer(.failure(error)) }
      task = nil
      ended()
    }
  }

  /// Cancels it, and answers after `limit` that it was cancelled if it has not ended.
  func cancel(within limit: Duration) {
    task?.cancel()
    deadline = Timer(after: limit) { self.answer(.failure(CancellationError())) }
  }

  /// Cancels it. No one gets its answer.
  func cancel() {
    reply = nil
    task?.cancel()
  }

  private func answer(_ outcome: Result<Answer, any Error>) {
    deadline = nil
    let reply = self.reply
    self.reply = nil
    reply?(outcome)
  }
}
