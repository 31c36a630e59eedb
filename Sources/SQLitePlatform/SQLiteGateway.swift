package import Domain
internal import GRDB
internal import Synchronization
internal import UVLoop

/// Topics with their arguments and posts in an SQLite database, opened when it is first needed.
///
/// A user's change is on disk before its call returns. Changes made by other programs in the
/// database are noticed at the next call, and reported as unknown changes.
package final class SQLiteGateway: ArgumentsGateway, HistoryGateway, PostsGateway,
  TopicsGateway
{
  private let file: SQLiteFile
  private let work = SerialWork()
  private let queries = Mutex(Queries())
  /// In order; there is a piece of work for each of them.
  private let pending = Mutex<[any AnyPendingWrite]>([])
  private let lastBoard = LastBoard()

  private struct Queries {
    var overviews = LiveQueries<TopicOverview>()
    var boards = LiveQueries<Board>()
    var posts = LiveQueries<[PostOverview]>()
  }

  /// - Parameters:
  ///   - path: the path of the database, which is created if it does not exist. Its directory must
  ///     exist.
  ///   - initial: returns the boards of a new database.
  package init(path: String, initial: @escaping @Sendable () -> [Board] = { [] }) {
    file = SQLiteFile(path, migrator: Schema.migrator(initial: initial))
  }

  // MARK: Topics

  package func topics() async throws(TopicError) -> Stored<[TopicOverview]> {
    try await read(TopicError.self) { database in try database.overviews() }
  }

  package func insert<Failure: StoreFailure>(
    _ make: @escaping @Sendable (_ taken: Set<Topic.ID>) throws(Failure) -> [TopicContent]
  ) async throws(Failure) -> Stored<[TopicOverview]> {
    try await write(Failure.self) { database in
      var boards: [Board] = []
      for var content in try make(try database.topicIDs()) {
        let records = content.board.takeRecords()
        try database.insert(content)
        try database.append(records, to: content.board.id)
        boards.append(content.board)
      }
      return (boards.map(\.overview), .boards(boards))
    }
  }

  package func content(
    of id: Topic.ID, upTo bytes: Int
  ) async throws(TopicError) -> TopicContent {
    try await read(TopicError.self) { database in
      guard let content = try database.content(of: id, upTo: bytes) else {
        throw TopicError.notFound(id: id)
      }
      return content
    }.value
  }

  package func update(
    _ id: Topic.ID, by author: String,
    _ change: @escaping @Sendable (inout Topic) throws(TopicError) -> Void
  ) async throws(TopicError) -> Stored<TopicOverview> {
    try await write(TopicError.self) { database in
      guard let old = try database.topic(id) else { throw TopicError.notFound(id: id) }
      var topic = old
      try change(&topic)
      let overview = try database.overview(of: topic)
      guard let record = topic.record(since: old, by: author) else { return (overview, .nothing) }
      try database.update(topic)
      try database.append([record], to: id)
      return (overview, .overview(overview))
    }
  }

  package func remove(_ id: Topic.ID) async throws(TopicError) -> Stored<Topic> {
    try await write(TopicError.self) { database in
      guard let topic = try database.topic(id) else { throw TopicError.notFound(id: id) }
      try database.removeTopic(id)
      return (topic, .removal(id))
    }
  }

  // MARK: Arguments

  package func board(of topic: Topic.ID) async throws(ArgumentError) -> Stored<Board> {
    try await read(ArgumentError.self) { database in
      guard let board = try database.board(of: topic) else {
        throw ArgumentError.noTopic(id: topic)
      }
      return board
    }
  }

  package func update<Answer: Sendable>(
    _ topic: Topic.ID,
    _ change: @escaping @Sendable (inout Board) throws(ArgumentError) -> Answer
  ) async throws(ArgumentError) -> (board: Stored<Board>, answer: Answer) {
    let stored: Stored<(board: Board, answer: Answer)> = try await write(ArgumentError.self) {
      [lastBoard, file] database in
      guard let old = try lastBoard.take(topic, version: file.version) ?? database.board(of: topic)
      else {
        throw ArgumentError.noTopic(id: topic)
      }
      var board = old
      let answer = try change(&board)
      let records = board.takeRecords()
      if records.isEmpty { return ((old, answer), .nothing) }
      try database.store(board, insteadOf: old)
      try database.append(records, to: topic)
      return ((board, answer), .boards([board]))
    }
    return (stored.map(\.board), stored.value.answer)
  }

  package func history(
    of topic: Topic.ID, before: HistoryEntry.ID?, limit: Int
  ) async throws(ArgumentError) -> [HistoryEntry] {
    try await read(ArgumentError.self) { database in
      guard try database.topic(topic) != nil else { throw ArgumentError.noTopic(id: topic) }
      return try database.history(of: topic, before: before, limit: limit)
    }.value
  }

  // MARK: Posts

  package func posts(
    of topic: Topic.ID, before: Post.ID?, limit: Int
  ) async throws(PostError) -> Stored<[PostOverview]> {
    try await read(PostError.self) { database in
      guard try database.topic(topic) != nil else { throw PostError.noTopic(id: topic) }
      return try database.overviews(of: topic, before: before, limit: limit)
    }
  }

  package func post(_ id: Post.ID, of topic: Topic.ID) async throws(PostError) -> Post {
    try await read(PostError.self) { database in
      guard try database.topic(topic) != nil else { throw PostError.noTopic(id: topic) }
      guard let post = try database.post(id, of: topic) else { throw PostError.notFound(id: id) }
      return post
    }.value
  }

  package func update<Answer: Sendable>(
    _ post: Post.ID?, of topic: Topic.ID,
    _ change: @escaping @Sendable (inout Discussion) throws(PostError) -> Answer
  ) async throws(PostError) -> (newest: Stored<[PostOverview]>, answer: Answer) {
    let stored: Stored<(newest: [PostOverview], answer: Answer)> = try await write(
      PostError.self
    ) { database in
      guard var discussion = try database.discussion(of: topic, about: post) else {
        throw PostError.noTopic(id: topic)
      }
      let old = discussion.post?.id
      let answer = try change(&discussion)
      guard let record = discussion.record else {
        return ((try database.overviews(of: topic), answer), .nothing)
      }
      try database.store(discussion, insteadOf: old)
      try database.append([record], to: topic)
      let newest = try database.overviews(of: topic)
      return ((newest, answer), .posts(topic, newest))
    }
    return (stored.map(\.newest), stored.value.answer)
  }

  // MARK: Live queries

  package func changes() -> AsyncStream<StoreChange<TopicOverview>> {
    queries.withLock { $0.overviews.begin() }
  }

  package func changes() -> AsyncStream<StoreChange<Board>> {
    queries.withLock { $0.boards.begin() }
  }

  package func changes() -> AsyncStream<StoreChange<[PostOverview]>> {
    queries.withLock { $0.posts.begin() }
  }

  private func report(_ change: SQLiteChange, _ version: Int) {
    queries.withLock { queries in
      switch change {
      case .nothing: break
      case .boards(let boards):
        if let board = boards.last { lastBoard.keep(Stored(board, version: version)) }
        // The board first: its overview is part of it, and shown in the same step.
        for board in boards {
          queries.boards.report(.topic(board.id, Stored(board, version: version)))
          queries.overviews.report(.topic(board.id, Stored(board.overview, version: version)))
        }
      case .overview(let overview):
        queries.overviews.report(.topic(overview.id, Stored(overview, version: version)))
      case .posts(let id, let newest):
        queries.posts.report(.topic(id, Stored(newest, version: version)))
      case .removal(let id):
        queries.overviews.report(.topic(id, Stored(nil, version: version)))
        queries.boards.report(.topic(id, Stored(nil, version: version)))
      }
    }
  }

  private func reportUnknown() {
    queries.withLock { queries in
      queries.overviews.report(.unknown)
      queries.boards.report(.unknown)
      queries.posts.report(.unknown)
    }
  }

  // MARK: Work

  /// Checks whether another program has changed the database, and reports it.
  ///
  /// - Returns: whether the check succeeded.
  @discardableResult
  package func look() async -> Bool {
    await work.run { [self] in (try? file.look(reportUnknown)) != nil }
  }

  /// Closes the database, with all changes in its one file. Every later call fails.
  package func close() async {
    await work.run { [file] in file.close() }
  }

  /// Runs `body` in one transaction on a thread for blocking work.
  private func read<Answer: Sendable, Failure: StoreFailure>(
    _ failure: Failure.Type, _ body: @escaping @Sendable (Database) throws -> Answer
  ) async throws(Failure) -> Stored<Answer> {
    let result: Result<Stored<Answer>, Failure> = await work.run { [self] in
      do {
        let answer = try file.perform(.reading, noticed: reportUnknown, body)
        return .success(Stored(answer, version: file.version))
      } catch {
        return .failure(error as? Failure ?? .store(StoreError(error, in: file.path)))
      }
    }
    return try result.get()
  }

  /// Runs `body` on a thread for blocking work, and reports the change once it is on disk.
  private func write<Answer: Sendable, Failure: StoreFailure>(
    _ failure: Failure.Type,
    _ body: @escaping @Sendable (Database) throws -> (Answer, SQLiteChange)
  ) async throws(Failure) -> Stored<Answer> {
    let write = PendingWrite<Answer, Failure>(body)
    pending.withLock { $0.append(write) }
    let result = await work.run { [self] in
      while true {
        // An earlier piece of work may already have made it.
        if let result = write.result { return result }
        makePending()
      }
    }
    return try result.get()
  }

  /// The number of changes that are not part of a transaction yet.
  var waiting: Int { pending.withLock { $0.count } }

  /// Makes the waiting changes in one transaction, so that they share the time to write the disk.
  private func makePending() {
    let writes = pending.withLock { pending in
      defer { pending.removeFirst(min(pending.count, Self.writesAtOnce)) }
      return Array(pending.prefix(Self.writesAtOnce))
    }
    // One of several changes in a transaction may follow another one, which has no version yet.
    if writes.count > 1 { lastBoard.forget() }
    do {
      try file.perform(.writing, noticed: reportUnknown) { [file] database in
        try database.make(writes, in: file.path)
      }
      for write in writes {
        write.succeed { change in
          if case .nothing = change {} else { file.countChange() }
          report(change, file.version)
          return file.version
        }
      }
    } catch {
      for write in writes { write.fail(error, in: file.path) }
    }
  }

  /// Maximum number of changes in one transaction.
  private static let writesAtOnce = 64
}
