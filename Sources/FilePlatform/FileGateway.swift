package import Domain
internal import Synchronization
internal import UVLoop

/// Topics with their arguments and posts in Markdown files that people can edit, one file per
/// topic, in a directory that is opened when it is first needed.
///
/// A user's change is on disk before its call returns. Changes by other programs are noticed by
/// ``FileWatch``, and by each change of the same document.
package final class FileGateway: BoardsGateway, HistoryGateway, LiveGateway, PostsGateway,
  TopicsGateway, TrashGateway
{
  private let work = SerialWork()
  /// The group of the last requested changes; nil if something else was requested last.
  private let newest = Mutex<ChangeGroup?>(nil)
  private let store: Mutex<FileStore>
  private let reports = FileReports()

  /// - Parameters:
  ///   - path: the path of the directory, which is created if it does not exist. It may be a
  ///     symbolic link, which is followed once; the files in it may not.
  ///   - identifiers: the path of a directory of the gateway's own, which is created when it is
  ///     needed. There it records which identifiers arguments have had, because an editor may remove
  ///     them from a document. nil to record none.
  ///   - initial: returns the boards of a new directory.
  package convenience init(
    path: String, identifiers: String? = nil, initial: @escaping @Sendable () -> [Board] = { [] }
  ) {
    self.init(path: path, identifiers: identifiers, canExchange: nil, initial: initial)
  }

  /// - Parameter canExchange: false for a file system that cannot exchange two files; nil to find
  ///   out.
  init(
    path: String, identifiers: String? = nil, canExchange: Bool?,
    initial: @escaping @Sendable () -> [Board] = { [] }
  ) {
    store = Mutex(
      FileStore(
        path, identifiers: identifiers, reports, canExchange: canExchange, initial: initial))
  }

  // MARK: Topics

  package func topics() async throws(TopicError) -> Stored<[TopicOverview]> {
    try await read { store throws(TopicError) in
      do throws(StoreError) { try store.lookAtAll() } catch { throw .store(error) }
      return store.boards.map(\.overview)
    }
  }

  package func insert<Failure: StoreFailure>(
    _ make: @escaping @Sendable (_ taken: Set<Topic.ID>) throws(Failure) -> [TopicContent]
  ) async throws(Failure) -> Stored<[Topic.ID]> {
    try await change { store throws(Failure) in try store.insert(make) }.map { $0.map(\.id) }
  }

  package func content(
    of id: Topic.ID, upTo bytes: Int
  ) async throws(TopicError) -> TopicContent {
    try await read { store throws(TopicError) in
      var content = try store.found(id, missing: TopicError.notFound(id: id))
      let size = content.textBytes
      guard size <= bytes else { throw .tooLarge(bytes: size) }
      content.posts.sort { $0.id < $1.id }
      return content
    }.value
  }

  package func update(
    _ id: Topic.ID, by author: String,
    _ change: @escaping @Sendable (inout Topic) throws(TopicError) -> Void
  ) async throws(TopicError) -> Stored<Void> {
    try await self.change(id, missing: .notFound(id: id)) { contents throws(TopicError) in
      let old = contents.board
      var topic = old.topic
      try change(&topic)
      let isChange = topic.record(since: old.topic, by: author) != nil
      if isChange { contents.board = old.with(topic) }
      return ((), isChange, nil)
    }
  }

  package func remove(
    _ id: Topic.ID, _ removal: Removal
  ) async throws(TopicError) -> Stored<Void> {
    try await change { store throws(TopicError) in try store.remove(id, removal) }.map { _ in }
  }

  // MARK: Arguments

  package func pending() async throws(BoardError) -> Stored<[Pending]> {
    try await read { store throws(BoardError) in
      do throws(StoreError) { try store.lookAtAll() } catch { throw .store(error) }
      return store.boards.map(\.pending).filter { !$0.isEmpty }
    }
  }

  package func board(of topic: Topic.ID) async throws(BoardError) -> Stored<Board> {
    try await read { store throws(BoardError) in
      try store.found(topic, missing: BoardError.noTopic(id: topic)).board
    }
  }

  package func update<Answer: Sendable>(
    _ topic: Topic.ID,
    _ change: @escaping @Sendable (inout Board) throws(BoardError) -> Answer
  ) async throws(BoardError) -> Stored<Answer> {
    try await self.change(topic, missing: BoardError.noTopic(id: topic)) {
      contents throws(BoardError) in
      var board = contents.board
      let answer = try change(&board)
      let isChange = !board.takeRecords().isEmpty
      if isChange { contents.board = board }
      return (answer, isChange, nil)
    }
  }

  /// Fails: history is left to the version control of the directory.
  package func history(
    of topic: Topic.ID, before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry] {
    try await read { store throws(BoardError) in
      _ = try store.found(topic, missing: BoardError.noTopic(id: topic))
      throw .noHistory
    }.value
  }

  /// Fails: history is left to the version control of the directory.
  package func history(
    before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry] {
    throw .noHistory
  }

  // MARK: Posts

  package func newestPosts(of topic: Topic.ID) async throws(PostError) -> Stored<[PostOverview]> {
    try await read { store throws(PostError) in
      try store.found(topic, missing: PostError.noTopic(id: topic)).overviews()
    }
  }

  package func posts(
    of topic: Topic.ID, before: Post.ID?, limit: Int
  ) async throws(PostError) -> [PostOverview] {
    try await read { store throws(PostError) in
      try store.found(topic, missing: PostError.noTopic(id: topic))
        .overviews(before: before, limit: limit)
    }.value
  }

  package func post(_ id: Post.ID, of topic: Topic.ID) async throws(PostError) -> Post {
    try await read { store throws(PostError) in
      let contents = try store.found(topic, missing: PostError.noTopic(id: topic))
      guard let post = contents.posts.first(where: { $0.id == id }) else {
        throw .notFound(id: id)
      }
      return post
    }.value
  }

  package func update<Answer: Sendable>(
    _ post: Post.ID?, of topic: Topic.ID,
    _ change: @escaping @Sendable (inout Discussion) throws(PostError) -> Answer
  ) async throws(PostError) -> Stored<Answer> {
    try await self.change(topic, missing: PostError.noTopic(id: topic)) {
      contents throws(PostError) in
      var discussion = contents.discussion(about: post)
      let old = discussion.post
      let answer = try change(&discussion)
      let isChange = discussion.record != nil
      if isChange { contents.put(discussion.post, insteadOf: old?.id) }
      let removed = old.flatMap { old in discussion.removal.map { (old, $0) } }
      return (answer, isChange, removed)
    }
  }

  // MARK: Live queries

  package func changes() -> (version: Int, steps: AsyncStream<StoreStep>) { reports.changes() }

  package func faults() -> AsyncStream<[StoreFault]> { reports.faults() }

  package func removals() -> AsyncStream<Void> { reports.removals() }

  // MARK: Work

  /// The result of a check of the files.
  enum CheckResult {
    /// Everything has been read.
    case calm
    /// Somebody is writing: the next check should be made after this time.
    case wait(Duration)
    /// The directory cannot be read.
    case failed
  }

  /// Checks whether others have changed files, and reports changes.
  ///
  /// - Parameter names: the names of the files to check; nil for all.
  func check(_ names: Set<String>? = nil) async -> CheckResult {
    await work.run { [self] in
      store.withLock { store in
        do {
          let directory = try store.opened()
          return try store.check(names, directory).map { .wait($0) } ?? .calm
        } catch {
          store.reportFailure(error)
          return .failed
        }
      }
    }
  }

  /// Every later call fails.
  package func close() async {
    await work.run { [self] in store.withLock { $0.close() } }
  }

  func read<Answer: Sendable, Failure: StoreFailure>(
    _ body: @escaping @Sendable (inout FileStore) throws(Failure) -> Answer
  ) async throws(Failure) -> Stored<Answer> {
    let result: Result<Stored<Answer>, Failure> = await work.run { [self] in
      store.withLock { store in
        do throws(Failure) {
          do throws(StoreError) { _ = try store.opened() } catch { throw .store(error) }
          let answer = try body(&store)
          return .success(Stored(answer, version: reports.version))
        } catch {
          return .failure(error)
        }
      }
    }
    return try result.get()
  }

  /// Changes a document, together with the other waiting changes of it.
  ///
  /// - Parameters:
  ///   - missing: the error if there is no such document.
  ///   - body: returns an answer, and whether it has changed anything.
  func change<Answer: Sendable, Failure: StoreFailure>(
    _ id: Topic.ID, missing: Failure,
    _ body: @escaping DocumentChange<Answer, Failure>.Body
  ) async throws(Failure) -> Stored<Answer> {
    let change = DocumentChange(missing: missing, body)
    return try await untilDone { @LoopActor () -> AttemptResult<Answer, Failure> in
      let group = newest.withLock { newest in
        if let newest, newest.add(change, of: id) { return newest }
        let group = ChangeGroup(id, change)
        newest = group
        return group
      }
      return await work.run {
        store.withLock { group.make(in: &$0) }
        guard let outcome = change.outcome else { preconditionFailure("it was not in its group") }
        return outcome
      }
    }
  }

  /// Makes a change that is not of one document. Changes that are requested later wait for it.
  func change<Answer: Sendable, Failure: StoreFailure>(
    _ body: @escaping @Sendable (inout FileStore) throws(Failure) -> Attempt<Answer>
  ) async throws(Failure) -> Stored<Answer> {
    try await untilDone { @LoopActor () -> AttemptResult<Answer, Failure> in
      newest.withLock { $0 = nil }
      return await work.run {
        store.withLock { store in
          do throws(Failure) {
            let attempt = try body(&store)
            return .success((attempt, reports.version))
          } catch {
            return .failure(error)
          }
        }
      }
    }
  }

  /// Tries again while another program writes to the same file.
  private func untilDone<Answer: Sendable, Failure: StoreFailure>(
    _ attempt: @LoopActor () async -> AttemptResult<Answer, Failure>
  ) async throws(Failure) -> Stored<Answer> {
    for _ in 1...FileStoreLimits.attempts {
      switch try await attempt().get() {
      case (.done(let answer), let version): return Stored(answer, version: version)
      case (.wait(let time), _): await pause(for: time)
      }
    }
    throw .store(.unavailable(reason: "another program keeps writing to the file"))
  }

  @LoopActor
  private func pause(for time: Duration) async {
    var timer: Timer?
    await withCheckedContinuation { continuation in
      timer = Timer(after: time) { continuation.resume() }
    }
    timer?.cancel()
  }
}

extension FileStore {
  /// Returns the contents of a document, or its last contents.
  fileprivate func found<Failure: StoreFailure>(
    _ id: Topic.ID, missing: Failure
  ) throws(Failure) -> TopicContent {
    do throws(StoreError) {
      if let contents = try contents(of: id) { return contents }
    } catch {
      throw .store(error)
    }
    throw missing
  }
}
