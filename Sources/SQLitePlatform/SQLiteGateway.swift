package import Domain
internal import Synchronization
internal import UVLoop

/// Topics with their arguments and posts in an SQLite database, opened when it is first needed.
///
/// A user's change is on disk before its call returns. Changes made by other programs in the
/// database are noticed at the next call, and reported as unknown changes. Rows that cannot be read
/// are left out, kept, and reported as faults.
package final class SQLiteGateway: BoardsGateway, HistoryGateway, LiveGateway,
  PostsGateway, TopicsGateway, TrashGateway
{
  private let file: SQLiteFile
  private let work = SerialWork()
  private let reports: SQLiteReports
  private let leftOut: LeftOutRows
  /// In order; there is a piece of work for each of them.
  private let pending = Mutex<[any AnyPendingWrite]>([])
  private let lastBoard = LastBoard()

  /// - Parameters:
  ///   - path: the path of the database, which is created if it does not exist. Its directory must
  ///     exist.
  ///   - mark: says whether it existed, so that one that is missing is not created again; nil if
  ///     that does not matter.
  ///   - initial: returns the boards of a new database.
  package init(
    path: String, mark: DatabaseMark? = nil, initial: @escaping @Sendable () -> [Board] = { [] }
  ) {
    reports = SQLiteReports()
    file = SQLiteFile(
      DatabasePlace(path: path, migrations: Schema.migrations(initial: initial), mark: mark),
      reports)
    leftOut = LeftOutRows(in: path, reports)
  }

  // MARK: Topics

  package func topics() async throws(TopicError) -> Stored<[TopicOverview]> {
    try await read(TopicError.self) { [leftOut] database in try leftOut.survey(database) }
  }

  package func insert<Failure: StoreFailure>(
    _ make: @escaping @Sendable (_ taken: Set<Topic.ID>) throws(Failure) -> [TopicContent]
  ) async throws(Failure) -> Stored<[Topic.ID]> {
    try await write(Failure.self) { database in
      var taken = try database.topicIDs()
      var contents = try make(taken)
      // Rows that are left out must not become part of a new topic.
      while case let others = try contents.map(\.id).filter({ try database.hasRows(of: $0) }),
        !others.isEmpty
      {
        taken.formUnion(others)
        contents = try make(taken)
      }
      var boards: [Board] = []
      for var content in contents {
        let records = content.board.takeRecords()
        try database.insert(content)
        try database.append(records, to: content.board.id)
        boards.append(content.board)
      }
      return (boards.map(\.id), .boards(boards, areWhole: true))
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
  ) async throws(TopicError) -> Stored<Void> {
    try await write(TopicError.self) { database in
      guard let old = try database.topic(id) else { throw TopicError.notFound(id: id) }
      var topic = old
      try change(&topic)
      guard let record = topic.record(since: old, by: author) else { return ((), .nothing) }
      try database.update(topic)
      try database.append([record], to: id)
      return ((), .overview(try database.overview(of: topic)))
    }
  }

  package func remove(
    _ id: Topic.ID, _ removal: Removal
  ) async throws(TopicError) -> Stored<Void> {
    try await write(TopicError.self) { database in
      guard let topic = try database.topic(id) else { throw TopicError.notFound(id: id) }
      try database.remove(topic, removal)
      return ((), .removal(id))
    }
  }

  // MARK: Arguments

  package func pending() async throws(BoardError) -> Stored<[Pending]> {
    try await read(BoardError.self) { database in
      var pending: [Pending] = []
      for id in try database.topicsWithPending() {
        if let found = try database.board(of: id)?.board.pending, !found.isEmpty {
          pending.append(found)
        }
      }
      return pending
    }
  }

  package func board(of topic: Topic.ID) async throws(BoardError) -> Stored<Board> {
    try await read(BoardError.self) { database in
      guard let stored = try database.board(of: topic) else {
        throw BoardError.noTopic(id: topic)
      }
      return stored.board
    }
  }

  package func update<Answer: Sendable>(
    _ topic: Topic.ID,
    _ change: @escaping @Sendable (inout Board) throws(BoardError) -> Answer
  ) async throws(BoardError) -> Stored<Answer> {
    try await write(BoardError.self) { [lastBoard, file] database in
      let kept = lastBoard.take(topic, at: file.changeCount).map(StoredBoard.init(whole:))
      guard let old = try kept ?? database.board(of: topic) else {
        throw BoardError.noTopic(id: topic)
      }
      var board = old.board
      let answer = try change(&board)
      let records = board.takeRecords()
      if records.isEmpty { return (answer, .nothing) }
      try database.store(board, insteadOf: old)
      try database.append(records, to: topic)
      return (answer, .boards([board], areWhole: old.isWhole))
    }
  }

  package func history(
    of topic: Topic.ID, before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry] {
    try await read(BoardError.self) { database in
      guard try database.topic(topic) != nil else { throw BoardError.noTopic(id: topic) }
      return try database.history(of: topic, before: before, limit: limit)
    }.value
  }

  package func history(
    before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry] {
    try await read(BoardError.self) { database in
      try database.history(in: .topicHistory, before: before, limit: limit)
    }.value
  }

  package func feed(
    before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry] {
    try await read(BoardError.self) { database in
      try database.history(in: .feed, before: before, limit: limit)
    }.value
  }

  // MARK: Posts

  package func newestPosts(of topic: Topic.ID) async throws(PostError) -> Stored<[PostOverview]> {
    try await read(PostError.self) { database in
      guard try database.topic(topic) != nil else { throw PostError.noTopic(id: topic) }
      return try database.overviews(of: topic)
    }
  }

  package func posts(
    of topic: Topic.ID, before: Post.ID?, limit: Int
  ) async throws(PostError) -> [PostOverview] {
    try await read(PostError.self) { database in
      guard try database.topic(topic) != nil else { throw PostError.noTopic(id: topic) }
      return try database.overviews(of: topic, before: before, limit: limit)
    }.value
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
  ) async throws(PostError) -> Stored<Answer> {
    try await write(PostError.self) { database in
      guard var discussion = try database.discussion(of: topic, about: post) else {
        throw PostError.noTopic(id: topic)
      }
      let old = discussion.post
      let answer = try change(&discussion)
      guard discussion.record != nil else { return (answer, .nothing) }
      let newest = try database.store(discussion, insteadOf: old)
      return (
        answer,
        .posts(
          topic, newest: newest, discussion.changes(since: old),
          isRemoval: discussion.removal != nil)
      )
    }
  }

  // MARK: Live queries

  package func changes() -> (version: Int, steps: AsyncStream<StoreStep>) { reports.changes() }

  package func faults() -> AsyncStream<[StoreFault]> { reports.faults() }

  package func removals() -> AsyncStream<Void> { reports.removals() }

  // MARK: Work

  /// Checks whether another program has changed the database, and reports it.
  ///
  /// - Returns: whether the check succeeded.
  @discardableResult
  package func check() async -> Bool {
    await work.run { [self] in (try? file.check(noteOthers)) != nil }
  }

  /// If files of the database were removed or replaced, uses what is there now.
  package func reopen() async {
    await work.run { [self] in
      file.reopen()
      try? file.check(noteOthers)
    }
  }

  /// Closes the database, with all changes in its one file. Every later call fails.
  package func close() async {
    await work.run { [file] in file.close() }
  }

  /// Runs `body` in one transaction on a thread for blocking work.
  func read<Answer: Sendable, Failure: StoreFailure>(
    _ failure: Failure.Type, _ body: @escaping @Sendable (Database) throws -> Answer
  ) async throws(Failure) -> Stored<Answer> {
    let result: Result<Stored<Answer>, Failure> = await work.run { [self] in
      do {
        let answer = try file.perform(.reading, noticed: noteOthers) { database in
          defer { leftOut.renew(database) }
          return try body(database)
        }
        return .success(Stored(answer, version: reports.version))
      } catch {
        return .failure(error as? Failure ?? .store(StoreError(error, in: file.path)))
      }
    }
    return try result.get()
  }

  /// Runs `body` on a thread for blocking work, and reports the change once it is on disk.
  func write<Answer: Sendable, Failure: StoreFailure>(
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
      let isAlone = try file.perform(.writing, noticed: noteOthers) { [file, leftOut] database in
        let before = database.otherChanges
        try database.make(writes, in: file.path)
        leftOut.take(from: database)
        return database.otherChanges == before
      }
      for write in writes {
        write.succeed(report)
      }
      if !isAlone {
        lastBoard.forget()
        file.countChange()
        noteOthers()
      }
    } catch {
      for write in writes { write.fail(error, in: file.path) }
    }
    if leftOut.isOutdated {
      try? file.perform(.reading, noticed: noteOthers) { [leftOut] in leftOut.renew($0) }
    }
  }

  /// - Returns: the version of the store with the change.
  private func report(_ change: SQLiteChange) -> Int {
    if case .nothing = change { return reports.version }
    file.countChange()
    leftOut.note(change)
    if case .boards(let boards, areWhole: true) = change, let board = boards.last {
      lastBoard.keep(board, at: file.changeCount)
    }
    if change.fillsTrash { reports.reportRemoval() }
    return reports.report(change.reported)
  }

  /// Maximum number of changes in one transaction.
  private static let writesAtOnce = 64

  /// Something else has changed the database: another program, or a trigger.
  private func noteOthers() {
    leftOut.becomeOutdated()
    reports.report([.unknown])
  }
}
