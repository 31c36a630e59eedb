/// A call to a `SlowGateway`, in the hands of a test. It waits before it reaches the store, and
/// again with the answer in its hands.
package final class HeldCall: Sendable {
  private let mayReachStore = Gate()
  private let hasReachedStore = Gate()
  private let mayAnswer = Gate()

  /// Lets the call read, or change, the store; returns when it has. The answer stays held.
  package func reachStore() async {
    mayReachStore.open()
    await hasReachedStore.wait()
  }

  /// Lets the call go all the way and answer.
  package func release() {
    mayReachStore.open()
    mayAnswer.open()
  }

  func work<Answer, Failure>(
    _ work: () async throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    await mayReachStore.wait()
    do throws(Failure) {
      let answer = try await work()
      hasReachedStore.open()
      await mayAnswer.wait()
      return answer
    } catch {
      hasReachedStore.open()
      await mayAnswer.wait()
      throw error
    }
  }
}
