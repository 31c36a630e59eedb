package import Domain

// All of it is read from the mirror.

extension EtcdGateway {
  // MARK: Topics

  package func topics() async throws(TopicError) -> Stored<[TopicOverview]> {
    let contents = try await read(TopicError.self)
    return stored(contents.inOrder.compactMap { contents.board(of: $0.id)?.overview })
  }

  package func content(
    of id: Topic.ID, upTo bytes: Int
  ) async throws(TopicError) -> TopicContent {
    let contents = try await read(TopicError.self)
    guard let topic = contents.contents(of: id), let board = topic.shown?.board else {
      throw .notFound(id: id)
    }
    let content = TopicContent(board, posts: topic.posts(of: id, before: nil).reversed())
    let size = content.textBytes
    guard size <= bytes else { throw .tooLarge(bytes: size) }
    return content
  }

  // MARK: Arguments

  package func board(of topic: Topic.ID) async throws(BoardError) -> Stored<Board> {
    let contents = try await read(BoardError.self)
    guard let board = contents.board(of: topic) else { throw .noTopic(id: topic) }
    return stored(board)
  }

  package func pending() async throws(BoardError) -> Stored<[Pending]> {
    let contents = try await read(BoardError.self)
    let all = contents.topics.keys.compactMap { contents.board(of: $0)?.pending }
    return stored(all.filter { !$0.isEmpty })
  }

  // MARK: History

  package func history(
    of topic: Topic.ID, before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry] {
    let contents = try await read(BoardError.self)
    guard let data = contents.contents(of: topic) else { throw .noTopic(id: topic) }
    return data.history(of: topic, before: before, limit: limit)
  }

  package func history(
    before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry] {
    try await read(BoardError.self).history.entries(before: before, limit: limit)
  }

  package func feed(
    before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry] {
    try await read(BoardError.self).feed.entries(before: before, limit: limit)
  }

  // MARK: Posts

  package func newestPosts(of topic: Topic.ID) async throws(PostError) -> Stored<[PostOverview]> {
    let contents = try await read(PostError.self)
    guard let data = contents.contents(of: topic) else { throw .noTopic(id: topic) }
    return stored(data.newestPosts(of: topic))
  }

  package func posts(
    of topic: Topic.ID, before: Post.ID?, limit: Int
  ) async throws(PostError) -> [PostOverview] {
    let contents = try await read(PostError.self)
    guard let data = contents.contents(of: topic) else { throw .noTopic(id: topic) }
    return data.posts(of: topic, before: before).prefix(limit).map(PostOverview.init)
  }

  package func post(_ id: Post.ID, of topic: Topic.ID) async throws(PostError) -> Post {
    let contents = try await read(PostError.self)
    guard let data = contents.contents(of: topic) else { throw .noTopic(id: topic) }
    guard let post = data.post(id, of: topic) else { throw .notFound(id: id) }
    return post
  }

  // MARK: The trash

  package func trash() async throws(TrashError) -> [TrashEntry] {
    try await read(TrashError.self).trashEntries
  }

  /// What the mirror has, once it has been read.
  private func read<Failure: StoreFailure>(
    _ failure: Failure.Type
  ) async throws(Failure) -> EtcdContents {
    do throws(EtcdError) {
      try await follower.load()
    } catch {
      throw .store(StoreError(error))
    }
    return mirror.contents
  }
}
