package import Domain
import Synchronization

/// Forwards every query and update to another gateway, when and in the order in which a test
/// releases them.
package final class SlowGateway: BoardsGateway, LiveGateway {
  private let gateway: any BoardsGateway & LiveGateway
  private let calls: AsyncStream<HeldCall>
  private let arrivals: AsyncStream<HeldCall>.Continuation

  package init(_ gateway: any BoardsGateway & LiveGateway) {
    self.gateway = gateway
    (calls, arrivals) = AsyncStream.makeStream()
  }

  /// The next call, in order of arrival; waits until there is one.
  package func nextCall() async -> HeldCall {
    var iterator = calls.makeAsyncIterator()
    guard let call = await iterator.next() else { preconditionFailure("the test was cancelled") }
    return call
  }

  package func pending() async throws(BoardError) -> Stored<[Pending]> {
    try await gateway.pending()
  }

  package func board(of topic: Topic.ID) async throws(BoardError) -> Stored<Board> {
    let call = HeldCall()
    arrivals.yield(call)
    return try await call.work { () async throws(BoardError) in
      try await gateway.board(of: topic)
    }
  }

  package func update<Answer: Sendable>(
    _ topic: Topic.ID,
    _ change: @escaping @Sendable (inout Board) throws(BoardError) -> Answer
  ) async throws(BoardError) -> Stored<Answer> {
    let call = HeldCall()
    arrivals.yield(call)
    return try await call.work { () async throws(BoardError) in
      try await gateway.update(topic, change)
    }
  }

  package func changes() -> (version: Int, steps: AsyncStream<StoreStep>) { gateway.changes() }
}
