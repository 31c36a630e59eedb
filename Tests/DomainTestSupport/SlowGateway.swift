package import Domain
import Synchronization

/// Passes every query and update on to another gateway, when and in the order in which a test
/// releases them.
package final class SlowGateway: ArgumentsGateway {
  private let gateway: any ArgumentsGateway
  private let calls: AsyncStream<HeldCall>
  private let arrivals: AsyncStream<HeldCall>.Continuation

  package init(_ gateway: any ArgumentsGateway) {
    self.gateway = gateway
    (calls, arrivals) = AsyncStream.makeStream()
  }

  /// The next call, in order of arrival; waits until there is one.
  package func nextCall() async -> HeldCall {
    var iterator = calls.makeAsyncIterator()
    guard let call = await iterator.next() else { preconditionFailure("the test was cancelled") }
    return call
  }

  package func query(
    _ side: Side, of topic: Topic.ID
  ) async throws(ArgumentError) -> ArgumentList {
    let call = HeldCall()
    arrivals.yield(call)
    return try await call.work { () async throws(ArgumentError) in
      try await gateway.query(side, of: topic)
    }
  }

  package func update<Answer: Sendable>(
    _ side: Side, of topic: Topic.ID,
    _ change: @escaping @Sendable (inout ArgumentList) throws(ArgumentError) -> Answer
  ) async throws(ArgumentError) -> (list: ArgumentList, answer: Answer) {
    let call = HeldCall()
    arrivals.yield(call)
    return try await call.work { () async throws(ArgumentError) in
      try await gateway.update(side, of: topic, change)
    }
  }
}
