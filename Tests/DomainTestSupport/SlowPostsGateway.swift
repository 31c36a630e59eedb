package import Domain
import Synchronization

/// Forwards to another gateway; a test can hold its answers back.
package final class SlowPostsGateway: HistoryGateway, PostsGateway {
  private let gateway: any HistoryGateway & PostsGateway
  private let holds = Mutex(false)
  private let calls: AsyncStream<HeldCall>
  private let arrivals: AsyncStream<HeldCall>.Continuation
  private let reads = Mutex(0)

  /// Forwards everything until ``hold(_:)``.
  package init(_ gateway: any HistoryGateway & PostsGateway) {
    self.gateway = gateway
    (calls, arrivals) = AsyncStream.makeStream()
  }

  /// The number of whole posts that were requested.
  package var postsRead: Int { reads.withLock { $0 } }

  /// Holds back every call from now on, or none: see ``nextCall()``.
  package func hold(_ isHeld: Bool = true) { holds.withLock { $0 = isHeld } }

  /// The next call that is held back, in order of arrival; waits until there is one.
  package func nextCall() async -> HeldCall {
    var iterator = calls.makeAsyncIterator()
    guard let call = await iterator.next() else { preconditionFailure("the test was cancelled") }
    return call
  }

  package func newestPosts(of topic: Topic.ID) async throws(PostError) -> Stored<[PostOverview]> {
    try await pass { () async throws(PostError) in try await gateway.newestPosts(of: topic) }
  }

  package func posts(
    of topic: Topic.ID, before: Post.ID?, limit: Int
  ) async throws(PostError) -> [PostOverview] {
    try await pass { () async throws(PostError) in
      try await gateway.posts(of: topic, before: before, limit: limit)
    }
  }

  package func post(_ id: Post.ID, of topic: Topic.ID) async throws(PostError) -> Post {
    reads.withLock { $0 += 1 }
    return try await pass { () async throws(PostError) in
      try await gateway.post(id, of: topic)
    }
  }

  package func update<Answer: Sendable>(
    _ post: Post.ID?, of topic: Topic.ID,
    _ change: @escaping @Sendable (inout Discussion) throws(PostError) -> Answer
  ) async throws(PostError) -> Stored<Answer> {
    try await pass { () async throws(PostError) in
      try await gateway.update(post, of: topic, change)
    }
  }

  package func history(
    of topic: Topic.ID, before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry] {
    try await pass { () async throws(BoardError) in
      try await gateway.history(of: topic, before: before, limit: limit)
    }
  }

  package func history(
    before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry] {
    try await pass { () async throws(BoardError) in
      try await gateway.history(before: before, limit: limit)
    }
  }

  package func feed(
    before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry] {
    try await pass { () async throws(BoardError) in
      try await gateway.feed(before: before, limit: limit)
    }
  }

  private func pass<Answer, Failure>(
    _ work: () async throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    guard holds.withLock({ $0 }) else { return try await work() }
    let call = HeldCall()
    arrivals.yield(call)
    return try await call.work(work)
  }
}
