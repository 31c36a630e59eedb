package import Domain
import Synchronization

/// Fails, answers late, or forwards to another gateway, as a test requires.
package final class FailingGateway: BoardsGateway, HistoryGateway, LiveGateway, PostsGateway,
  TopicsGateway, TrashGateway
{
  private let gateway: GatewayContract.Gateway
  private let failure: Mutex<StoreError?>

  /// Forwards everything until ``fail(_:)``.
  package init(_ gateway: GatewayContract.Gateway) {
    self.gateway = gateway
    failure = Mutex(nil)
  }

  /// Makes every call throw this error from now on.
  package func fail(_ error: StoreError) {
    failure.withLock { $0 = error }
  }

  /// Forwards everything again from now on.
  package func recover() {
    failure.withLock { $0 = nil }
  }

  package func topics() async throws(TopicError) -> Stored<[TopicOverview]> {
    try failTopicsIfTold()
    return try await gateway.topics()
  }

  package func insert<Failure: StoreFailure>(
    _ make: @escaping @Sendable (_ taken: Set<Topic.ID>) throws(Failure) -> [TopicContent]
  ) async throws(Failure) -> Stored<[Topic.ID]> {
    if let error = failure.withLock({ $0 }) { throw .store(error) }
    return try await gateway.insert(make)
  }

  package func content(
    of id: Topic.ID, upTo bytes: Int
  ) async throws(TopicError) -> TopicContent {
    try failTopicsIfTold()
    return try await gateway.content(of: id, upTo: bytes)
  }

  package func update(
    _ id: Topic.ID, by author: String,
    _ change: @escaping @Sendable (inout Topic) throws(TopicError) -> Void
  ) async throws(TopicError) -> Stored<Void> {
    try failTopicsIfTold()
    return try await gateway.update(id, by: author, change)
  }

  package func remove(
    _ id: Topic.ID, _ removal: Removal
  ) async throws(TopicError) -> Stored<Void> {
    try failTopicsIfTold()
    return try await gateway.remove(id, removal)
  }

  package var keepsTrash: Bool { gateway.keepsTrash }

  package func trash() async throws(TrashError) -> [TrashEntry] {
    try failTrashIfTold()
    return try await gateway.trash()
  }

  package func restore(
    _ id: TrashEntry.ID, by author: String, at date: Timestamp
  ) async throws(TrashError) -> Stored<Topic.ID> {
    try failTrashIfTold()
    return try await gateway.restore(id, by: author, at: date)
  }

  package func erase(_ ids: Set<TrashEntry.ID>) async throws(TrashError) {
    try failTrashIfTold()
    try await gateway.erase(ids)
  }

  package func removals() -> AsyncStream<Void> { gateway.removals() }

  package func pending() async throws(BoardError) -> Stored<[Pending]> {
    try failIfTold()
    return try await gateway.pending()
  }

  package func board(of topic: Topic.ID) async throws(BoardError) -> Stored<Board> {
    try failIfTold()
    return try await gateway.board(of: topic)
  }

  package func update<Answer: Sendable>(
    _ topic: Topic.ID,
    _ change: @escaping @Sendable (inout Board) throws(BoardError) -> Answer
  ) async throws(BoardError) -> Stored<Answer> {
    try failIfTold()
    return try await gateway.update(topic, change)
  }

  package func history(
    of topic: Topic.ID, before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry] {
    try failIfTold()
    return try await gateway.history(of: topic, before: before, limit: limit)
  }

  package func history(
    before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry] {
    try failIfTold()
    return try await gateway.history(before: before, limit: limit)
  }

  package func feed(
    before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry] {
    try failIfTold()
    return try await gateway.feed(before: before, limit: limit)
  }

  package func faults() -> AsyncStream<[StoreFault]> { gateway.faults() }

  package func changes() -> (version: Int, steps: AsyncStream<StoreStep>) { gateway.changes() }

  package func newestPosts(of topic: Topic.ID) async throws(PostError) -> Stored<[PostOverview]> {
    try failPostsIfTold()
    return try await gateway.newestPosts(of: topic)
  }

  package func posts(
    of topic: Topic.ID, before: Post.ID?, limit: Int
  ) async throws(PostError) -> [PostOverview] {
    try failPostsIfTold()
    return try await gateway.posts(of: topic, before: before, limit: limit)
  }

  package func post(_ id: Post.ID, of topic: Topic.ID) async throws(PostError) -> Post {
    try failPostsIfTold()
    return try await gateway.post(id, of: topic)
  }

  package func update<Answer: Sendable>(
    _ post: Post.ID?, of topic: Topic.ID,
    _ change: @escaping @Sendable (inout Discussion) throws(PostError) -> Answer
  ) async throws(PostError) -> Stored<Answer> {
    try failPostsIfTold()
    return try await gateway.update(post, of: topic, change)
  }

  private func failTopicsIfTold() throws(TopicError) {
    if let error = failure.withLock({ $0 }) { throw .store(error) }
  }

  private func failTrashIfTold() throws(TrashError) {
    if let error = failure.withLock({ $0 }) { throw .store(error) }
  }

  private func failPostsIfTold() throws(PostError) {
    if let error = failure.withLock({ $0 }) { throw .store(error) }
  }

  private func failIfTold() throws(BoardError) {
    if let error = failure.withLock({ $0 }) { throw .store(error) }
  }
}
