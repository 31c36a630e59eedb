package import Domain
import Synchronization

/// Topics and their arguments in memory, kept as long as the gateway exists. It is full when they
/// take more memory than it may use.
package final class MemoryGateway: ArgumentsGateway, HistoryGateway, TopicsGateway {
  private let store: Mutex<Store>

  /// - Parameters:
  ///   - boards: in order of creation; no identifier twice.
  ///   - capacity: bytes of memory that they may take, about.
  package init(boards: [Board] = [], capacity: Int = 256 << 20) {
    let byID = Dictionary(boards.map { ($0.id, $0) }) { _, _ in
      preconditionFailure("two topics have the same identifier")
    }
    store = Mutex(
      Store(
        ids: boards.map(\.id), boards: byID, capacity: capacity,
        bytes: boards.reduce(0) { $0 + $1.bytes }))
  }

  /// A gateway as a new installation has it.
  package static func withBuiltInTopic(at now: Timestamp) -> MemoryGateway {
    MemoryGateway(boards: [BuiltInTopic.board(at: now)])
  }

  package func topics() async throws(TopicError) -> Stored<[TopicOverview]> {
    store.withLock { store in
      store.stored(store.ids.compactMap { store.boards[$0]?.overview })
    }
  }

  package func add(
    by author: String,
    _ make: @escaping @Sendable (_ taken: Set<Topic.ID>) throws(TopicError) -> Topic
  ) async throws(TopicError) -> Stored<TopicOverview> {
    try store.withLock { store throws(TopicError) in
      let board = Board(try make(Set(store.boards.keys)))
      guard store.put(board) else { throw .store(.full) }
      store.record([board.topic.creation(by: author)], of: board.id)
      return store.report(board).map(\.overview)
    }
  }

  package func update(
    _ id: Topic.ID, by author: String,
    _ change: @escaping @Sendable (inout Topic) throws(TopicError) -> Void
  ) async throws(TopicError) -> Stored<TopicOverview> {
    try store.withLock { store throws(TopicError) in
      guard let board = store.boards[id] else { throw .notFound(id: id) }
      var topic = board.topic
      try change(&topic)
      guard let record = topic.record(since: board.topic, by: author) else {
        return store.stored(board.overview)
      }
      let changed = Board(topic, pros: board.pros, cons: board.cons)
      guard store.put(changed) else { throw .store(.full) }
      store.record([record], of: id)
      return store.report(changed).map(\.overview)
    }
  }

  package func remove(_ id: Topic.ID) async throws(TopicError) -> Stored<Topic> {
    try store.withLock { store throws(TopicError) in
      guard let board = store.take(id) else { throw .notFound(id: id) }
      store.report(id, nil)
      return store.stored(board.topic)
    }
  }

  package func board(of topic: Topic.ID) async throws(ArgumentError) -> Stored<Board> {
    try store.withLock { store throws(ArgumentError) in
      guard let board = store.boards[topic] else { throw .noTopic(id: topic) }
      return store.stored(board)
    }
  }

  package func update<Answer: Sendable>(
    _ topic: Topic.ID,
    _ change: @escaping @Sendable (inout Board) throws(ArgumentError) -> Answer
  ) async throws(ArgumentError) -> (board: Stored<Board>, answer: Answer) {
    try store.withLock { store throws(ArgumentError) in
      guard let old = store.boards[topic] else { throw .noTopic(id: topic) }
      var board = old
      let answer = try change(&board)
      let records = board.takeRecords()
      if records.isEmpty { return (store.stored(old), answer) }
      guard store.put(board) else { throw .store(.full) }
      store.record(records, of: topic)
      return (store.report(board), answer)
    }
  }

  package func history(
    of topic: Topic.ID, before: HistoryEntry.ID?, limit: Int
  ) async throws(ArgumentError) -> [HistoryEntry] {
    try store.withLock { store throws(ArgumentError) in
      guard store.boards[topic] != nil else { throw .noTopic(id: topic) }
      let entries = (store.histories[topic]?.entries ?? []).reversed()
      return Array(entries.lazy.filter { $0.id < before ?? .max }.prefix(limit))
    }
  }

  package func changes() -> AsyncStream<StoreChange<TopicOverview>> {
    store.withLock { $0.overviews.begin() }
  }

  package func changes() -> AsyncStream<StoreChange<Board>> {
    store.withLock { $0.lists.begin() }
  }
}

/// What was done to one topic.
private struct History {
  /// Oldest first.
  var entries: [HistoryEntry] = []
  var lastID = 0
}

/// What a gateway holds.
private struct Store {
  /// In order of creation.
  private(set) var ids: [Topic.ID]
  private(set) var boards: [Topic.ID: Board]
  private(set) var histories: [Topic.ID: History] = [:]
  /// In bytes, at most.
  let capacity: Int
  /// About how much memory all of it takes.
  private(set) var bytes: Int
  private var version = 0
  var overviews = LiveQueries<TopicOverview>()
  var lists = LiveQueries<Board>()

  init(ids: [Topic.ID], boards: [Topic.ID: Board], capacity: Int, bytes: Int) {
    self.ids = ids
    self.boards = boards
    self.capacity = capacity
    self.bytes = bytes
  }

  func stored<Value>(_ value: Value) -> Stored<Value> { Stored(value, version: version) }

  /// Adds or replaces a board, unless it is larger than there is room for.
  mutating func put(_ board: Board) -> Bool {
    let old = boards[board.id]
    let growth = board.bytes - (old?.bytes ?? 0)
    if growth > 0, bytes + growth > capacity { forgetHistories() }
    guard growth <= 0 || bytes + growth <= capacity else { return false }
    bytes += growth
    if old == nil { ids.append(board.id) }
    boards[board.id] = board
    return true
  }

  mutating func take(_ id: Topic.ID) -> Board? {
    guard let board = boards.removeValue(forKey: id) else { return nil }
    bytes -= (histories.removeValue(forKey: id)?.entries.count ?? 0) * Self.bytesOfEntry
    ids.removeAll { $0 == id }
    bytes -= board.bytes
    return board
  }

  mutating func record(_ records: [HistoryRecord], of id: Topic.ID) {
    var history = histories[id] ?? History()
    let before = history.entries.count
    for record in records {
      history.lastID += 1
      history.entries.append(HistoryEntry(id: history.lastID, record: record))
    }
    // Room is for what people see; history has the rest.
    let room = max(0, capacity - bytes) / Self.bytesOfEntry + before
    let excess = history.entries.count - min(Limits.historyEntries, room)
    history.entries.removeFirst(max(0, excess))
    bytes += (history.entries.count - before) * Self.bytesOfEntry
    histories[id] = history
  }

  private mutating func forgetHistories() {
    for (id, history) in histories {
      bytes -= history.entries.count * Self.bytesOfEntry
      histories[id]?.entries = []
    }
  }

  /// About, with texts of usual length. The texts of arguments are mostly shared with the board.
  private static let bytesOfEntry = 512

  /// Counts and reports a change.
  mutating func report(_ board: Board) -> Stored<Board> {
    report(board.id, board)
    return stored(board)
  }

  mutating func report(_ id: Topic.ID, _ board: Board?) {
    version += 1
    // The board first: its overview is part of it, and shown in the same step.
    lists.report(.topic(id, stored(board)))
    overviews.report(.topic(id, stored(board?.overview)))
  }
}

extension Board {
  /// About how much memory it takes, with what belongs to it.
  fileprivate var bytes: Int { 1024 + topic.title.utf8.count + pros.bytes + cons.bytes }
}

extension ArgumentList {
  /// About how much memory the arguments take.
  fileprivate var bytes: Int {
    arguments.reduce(0) { $0 + 256 + $1.text.utf8.count + $1.author.utf8.count }
  }
}
