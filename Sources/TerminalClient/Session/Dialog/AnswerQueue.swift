internal import UVLoop

/// Answers that were typed and not yet taken, and the task that waits for the next one.
@LoopActor
final class AnswerQueue {
  private var answers: [SessionAnswer] = []
  private var failure: Failure?
  private var waiting: CheckedContinuation<Void, Never>?

  var isEmpty: Bool { answers.isEmpty }

  func add(_ answer: SessionAnswer) {
    answers.append(answer)
    wake()
  }

  /// From now on there is nothing but this failure.
  func fail(_ failure: Failure) {
    guard self.failure == nil else { return }
    self.failure = failure
    wake()
  }

  /// Waits for the next answer.
  ///
  /// - Precondition: no other task waits.
  func next() async throws(Failure) -> SessionAnswer {
    await withCheckedContinuation { continuation in
      // Checked inside: the loop may run something else before the body.
      if failure != nil || !answers.isEmpty {
        continuation.resume()
      } else {
        waiting = continuation
      }
    }
    if let failure { throw failure }
    return answers.removeFirst()
  }

  private func wake() {
    waiting?.resume()
    waiting = nil
  }
}
