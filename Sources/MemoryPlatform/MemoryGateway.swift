package import Domain
import Synchronization

/// Topics with their arguments and posts in memory, kept as long as the gateway exists. It is full
/// when they take more memory than it may use.
package final class MemoryGateway: BoardsGateway, HistoryGateway, LiveGateway, PostsGateway,
  TopicsGateway, TrashGateway
{
  private let store: Mutex<Store>

  /// - Parameters:
  ///   - boards: in order of creation; no identifier twice.
  ///   - capacity: approximate maximum memory for them, in bytes.
  package init(boards: [Board] = [], capacity: Int = 256 << 20) {
    store = Mutex(Store(boards, capacity: capacity))
  }

  /// Returns a gateway as in a new installation.
  package static func withBuiltInTopic(at now: Timestamp) -> MemoryGateway {
    MemoryGateway(boards: [BuiltInTopic.board(at: now)])
  }

  package func topics() async throws(TopicError) -> Stored<[TopicOverview]> {
    store.withLock { store in
      store.stored(store.ids.compactMap { store.boards[$0]?.overview })
    }
  }

  package func insert<Failure: StoreFailure>(
    _ make: @escaping @Sendable (_ taken: Set<Topic.ID>) throws(Failure) -> [TopicContent]
  ) async throws(Failure) -> Stored<[Topic.ID]> {
    try store.withLock { store throws(Failure) in
      var contents = try make(Set(store.boards.keys))
      guard store.put(contents) else { throw .store(.full) }
      for index in contents.indices {
        store.record(contents[index].board.takeRecords(), of: contents[index].board.id)
      }
      store.changes.report(contents.map { .board($0.board) })
      return store.stored(contents.map(\.id))
    }
  }

  package func content(
    of id: Topic.ID, upTo bytes: Int
  ) async throws(TopicError) -> TopicContent {
    try store.withLock { store throws(TopicError) in
      guard let board = store.boards[id] else { throw .notFound(id: id) }
      let content = TopicContent(board, posts: store.posts[id] ?? [])
      let size = content.textBytes
      guard size <= bytes else { throw .tooLarge(bytes: size) }
      return content
    }
  }

  package func update(
    _ id: Topic.ID, by author: String,
    _ change: @escaping @Sendable (inout Topic) throws(TopicError) -> Void
  ) async throws(TopicError) -> Stored<Void> {
    try store.withLock { store throws(TopicError) in
      guard let board = store.boards[id] else { throw .notFound(id: id) }
      var topic = board.topic
      try change(&topic)
      guard let record = topic.record(since: board.topic, by: author) else {
        return store.stored(())
      }
      let changed = board.with(topic)
      guard store.put(changed) else { throw .store(.full) }
      store.record([record], of: id)
      store.changes.report([.board(changed)])
      return store.stored(())
    }
  }

  package func remove(
    _ id: Topic.ID, _ removal: Removal
  ) async throws(TopicError) -> Stored<Void> {
    try store.withLock { store throws(TopicError) in
      guard let board = store.take(id) else { throw .notFound(id: id) }
      store.appendToFeed(
        HistoryRecord(
          .removed(title: board.topic.title), author: removal.author, date: removal.date), of: id)
      store.changes.report([.removal(id)])
      return store.stored(())
    }
  }

  package func pending() async throws(BoardError) -> Stored<[Pending]> {
    store.withLock { store in
      store.stored(store.boards.values.map(\.pending).filter { !$0.isEmpty })
    }
  }

  package func board(of topic: Topic.ID) async throws(BoardError) -> Stored<Board> {
    try store.withLock { store throws(BoardError) in
      guard let board = store.boards[topic] else { throw .noTopic(id: topic) }
      return store.stored(board)
    }
  }

  package func update<Answer: Sendable>(
    _ topic: Topic.ID,
    _ change: @escaping @Sendable (inout Board) throws(BoardError) -> Answer
  ) async throws(BoardError) -> Stored<Answer> {
    try store.withLock { store throws(BoardError) in
      guard var board = store.boards[topic] else { throw .noTopic(id: topic) }
      let answer = try change(&board)
      let records = board.takeRecords()
      if records.isEmpty { return store.stored(answer) }
      guard store.put(board) else { throw .store(.full) }
      store.record(records, of: topic)
      store.changes.report([.board(board)])
      return store.stored(answer)
    }
  }

  package func newestPosts(of topic: Topic.ID) async throws(PostError) -> Stored<[PostOverview]> {
    try store.withLock { store throws(PostError) in
      guard store.boards[topic] != nil else { throw .noTopic(id: topic) }
      return store.stored(store.overviews(of: topic))
    }
  }

  package func posts(
    of topic: Topic.ID, before: Post.ID?, limit: Int
  ) async throws(PostError) -> [PostOverview] {
    try store.withLock { store throws(PostError) in
      guard store.boards[topic] != nil else { throw .noTopic(id: topic) }
      return store.overviews(of: topic, before: before, limit: limit)
    }
  }

  package func post(_ id: Post.ID, of topic: Topic.ID) async throws(PostError) -> Post {
    try store.withLock { store throws(PostError) in
      guard store.boards[topic] != nil else { throw .noTopic(id: topic) }
      guard let post = store.posts[topic]?.first(where: { $0.id == id }) else {
        throw .notFound(id: id)
      }
      return post
    }
  }

  package func update<Answer: Sendable>(
    _ post: Post.ID?, of topic: Topic.ID,
    _ change: @escaping @Sendable (inout Discussion) throws(PostError) -> Answer
  ) async throws(PostError) -> Stored<Answer> {
    try store.withLock { store throws(PostError) in
      guard store.boards[topic] != nil else { throw .noTopic(id: topic) }
      let posts = store.posts[topic] ?? []
      let old = post.flatMap { id in posts.first { $0.id == id } }
      var discussion = Discussion(
        topic: topic, count: posts.count, newest: posts.last?.created, post: old)
      let answer = try change(&discussion)
      if let record = discussion.record {
        guard store.put(discussion.post, insteadOf: old, in: topic) else { throw .store(.full) }
        store.record([record], of: topic)
        store.changes.report([
          .posts(topic, newest: store.overviews(of: topic), changes: discussion.changes(since: old))
        ])
      }
      return store.stored(answer)
    }
  }

  package func history(
    of topic: Topic.ID, before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry] {
    try store.withLock { store throws(BoardError) in
      guard store.boards[topic] != nil else { throw .noTopic(id: topic) }
      let entries = (store.histories[topic]?.entries ?? []).reversed()
      return Array(entries.lazy.filter { $0.id < before ?? .max }.prefix(limit))
    }
  }

  package func history(
    before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry] {
    store.withLock { store in
      let entries = store.history.entries.reversed()
      return Array(entries.lazy.filter { $0.id < before ?? .max }.prefix(limit))
    }
  }

  package func feed(
    before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry] {
    store.withLock { store in
      let entries = store.feed.entries.reversed()
      return Array(entries.lazy.filter { $0.id < before ?? .max }.prefix(limit))
    }
  }

  package func changes() -> (version: Int, steps: AsyncStream<StoreStep>) {
    store.withLock { $0.changes.begin() }
  }
}
