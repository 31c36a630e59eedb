/// A call to a slow gateway, controlled by a test. It waits before it reaches the store, and again
/// before it answers.
package final class HeldCall: Sendable {
  /// Streams without elements: each ends when the call may continue.
  private let mayReachStore = AsyncStream<Never>.makeStream()
  private let hasReachedStore = AsyncStream<Never>.makeStream()
  private let mayAnswer = AsyncStream<Never>.makeStream()

  /// Lets the call read or change the store, and returns when it has. The answer is still held
  /// back.
  package func reachStore() async {
    mayReachStore.continuation.finish()
    for await _ in hasReachedStore.stream {}
  }

  /// Lets the call reach the store and answer.
  package func release() {
    mayReachStore.continuation.finish()
    mayAnswer.continuation.finish()
  }

  func work<Answer, Failure>(
    _ work: () async throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    for await _ in mayReachStore.stream {}
    do throws(Failure) {
      let answer = try await work()
      await answerWhenReleased()
      return answer
    } catch {
      await answerWhenReleased()
      throw error
    }
  }

  private func answerWhenReleased() async {
    hasReachedStore.continuation.finish()
    for await _ in mayAnswer.stream {}
  }
}
