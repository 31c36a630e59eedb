internal import Domain

/// The contents of a gateway.
struct Store {
  /// In order of creation.
  private(set) var ids: [Topic.ID]
  private(set) var boards: [Topic.ID: Board]
  /// Sorted by identifier.
  private(set) var posts: [Topic.ID: [Post]] = [:]
  private(set) var histories: [Topic.ID: History] = [:]
  /// The changes of the existence, the titles and the decisions of topics: a few megabytes beside the capacity, so
  /// that nobody can make the store forget them by filling it.
  private(set) var history = History()
  private var historyBytes = 0
  /// All changes, in as much memory again.
  private(set) var feed = History()
  private var feedBytes = 0
  /// Maximum memory in bytes.
  let capacity: Int
  /// The approximate memory that all of it takes, in bytes.
  private(set) var bytes: Int
  var changes = StoreChanges()

  /// - Parameter boards: in order of creation; no identifier twice.
  init(_ boards: [Board], capacity: Int) {
    ids = boards.map(\.id)
    self.boards = Dictionary(boards.map { ($0.id, $0) }) { _, _ in
      preconditionFailure("two topics have the same identifier")
    }
    bytes = boards.reduce(0) { $0 + $1.bytes }
    self.capacity = capacity
  }

  func stored<Value>(_ value: Value) -> Stored<Value> { Stored(value, version: changes.version) }

  /// Adds or replaces a board, unless there is not enough room.
  mutating func put(_ board: Board) -> Bool {
    let old = boards[board.id]
    guard grow(board.bytes - (old?.bytes ?? 0)) else { return false }
    if old == nil { ids.append(board.id) }
    boards[board.id] = board
    return true
  }

  /// Adds topics, unless there is not enough room.
  mutating func put(_ contents: [TopicContent]) -> Bool {
    let growth = contents.reduce(0) { sum, content in
      sum + content.board.bytes + content.posts.reduce(0) { $0 + $1.bytes }
    }
    guard grow(growth) else { return false }
    for content in contents {
      var board = content.board
      _ = board.takeRecords()
      ids.append(board.id)
      boards[board.id] = board
      posts[board.id] = content.posts
    }
    return true
  }

  mutating func take(_ id: Topic.ID) -> Board? {
    guard let board = boards.removeValue(forKey: id) else { return nil }
    bytes -= histories.removeValue(forKey: id)?.bytes ?? 0
    bytes -= posts.removeValue(forKey: id)?.reduce(0) { $0 + $1.bytes } ?? 0
    ids.removeAll { $0 == id }
    bytes -= board.bytes
    return board
  }

  /// Adds, replaces or removes a post, unless there is not enough room.
  mutating func put(_ post: Post?, insteadOf old: Post?, in topic: Topic.ID) -> Bool {
    guard grow((post?.bytes ?? 0) - (old?.bytes ?? 0)) else { return false }
    var all = posts.removeValue(forKey: topic) ?? []
    if let old { all.removeAll { $0.id == old.id } }
    if let post { all.insert(post, at: (all.lastIndex { $0.id < post.id } ?? -1) + 1) }
    posts[topic] = all
    return true
  }

  /// Returns the posts of a topic, newest first.
  func overviews(
    of topic: Topic.ID, before: Post.ID? = nil, limit: Int = Limits.postsShown
  ) -> [PostOverview] {
    let newestFirst = (posts[topic] ?? []).reversed()
    let older = before.map { before in newestFirst.drop { $0.id >= before } } ?? newestFirst[...]
    return older.prefix(limit).map(PostOverview.init)
  }

  /// Accounts for more bytes, if there is room for them; otherwise returns false.
  private mutating func grow(_ growth: Int) -> Bool {
    let spare = capacity - bytes
    if growth > 0, growth > spare {
      // Only if that frees enough.
      guard growth <= spare + histories.values.reduce(0, { $0 + $1.bytes }) else { return false }
      forgetHistories()
    }
    bytes += growth
    return true
  }

  mutating func record(_ records: [HistoryRecord], of id: Topic.ID) {
    var history = histories.removeValue(forKey: id) ?? History()
    for record in records {
      history.lastID += 1
      history.entries.append(HistoryEntry(id: history.lastID, topic: id, record: record))
      bytes += record.bytes
      appendToFeed(record, of: id)
    }
    // Room is for what people see; history gets the rest.
    while let oldest = history.entries.first,
      bytes > capacity || history.entries.count > Limits.historyEntries
    {
      bytes -= oldest.record.bytes
      history.entries.removeFirst()
    }
    histories[id] = history
  }

  /// Adds a change of a topic to the feed and, if it is one of its existence, its title or its decision, to
  /// the history of the store.
  mutating func appendToFeed(_ record: HistoryRecord, of id: Topic.ID) {
    let brief = HistoryRecord(
      record.event.brief, author: record.author, date: record.date, undoes: record.undoes)
    feed.append(brief, of: id, &feedBytes, atMost: Limits.feedEntries)
    if record.event.concernsWholeTopic {
      history.append(record, of: id, &historyBytes, atMost: Limits.storeHistoryEntries)
    }
  }

  /// Of the history of the store, and of the feed, in bytes.
  fileprivate static let mostHistoryBytes = 8 << 20

  private mutating func forgetHistories() {
    for (id, history) in histories {
      bytes -= history.bytes
      histories[id]?.entries = []
    }
  }
}

/// The history of one topic or of the store, or the feed.
struct History {
  /// Oldest first.
  var entries: [HistoryEntry] = []
  var lastID = 0

  /// Adds an entry, and drops old ones if there are more than `most`, or if they take too much memory.
  ///
  /// - Parameter bytes: the memory that all of them take.
  fileprivate mutating func append(
    _ record: HistoryRecord, of topic: Topic.ID, _ bytes: inout Int, atMost most: Int
  ) {
    lastID += 1
    entries.append(HistoryEntry(id: lastID, topic: topic, record: record))
    bytes += record.bytes
    // Some at once, since all others move up.
    while entries.count >= most + Self.droppedAtOnce || bytes > Store.mostHistoryBytes {
      let dropped = entries.prefix(Self.droppedAtOnce)
      bytes -= dropped.reduce(0) { $0 + $1.record.bytes }
      entries.removeFirst(dropped.count)
    }
  }

  private static let droppedAtOnce = 64
}

extension History {
  /// The approximate memory that it takes, in bytes.
  fileprivate var bytes: Int { entries.reduce(0) { $0 + $1.record.bytes } }
}

extension HistoryRecord {
  /// The approximate memory that it takes, in bytes. The texts of arguments are short and mostly
  /// shared with the board; the contents of posts are mostly those of older ones.
  fileprivate var bytes: Int {
    switch event {
    case .postEdited(let old, _), .postRemoved(let old): 512 + old.bytes
    case .positionTaken(let position, _), .positionWithdrawn(let position): 512 + position.bytes
    case .argumentRemoved(let argument, _): 512 + argument.bytes
    case .commentAdded(let comment, _, _), .commentRemoved(let comment, _, _): 512 + comment.bytes
    case .ruleChanged(_, let rule): 512 + (rule?.bytes ?? 0)
    case .decided(let decision): 512 + decision.reason.utf8.count
    case .optionAdded(let option, _), .optionChanged(let option, _): 512 + option.bytes
    case .optionRemoved(let board, _): 512 + board.bytes
    case .objectionChanged(_, let objection): 512 + objection.bytes
    case .todoAdded(let todo, _), .todoChanged(let todo, _), .todoRemoved(let todo, _):
      512 + todo.bytes
    default: 512
    }
  }
}

extension Post {
  /// The approximate memory that it takes, in bytes.
  fileprivate var bytes: Int {
    512 + title.utf8.count + content.utf8.count + author.utf8.count + (updatedBy?.utf8.count ?? 0)
  }
}

extension Board {
  /// The approximate memory that it takes with everything that belongs to it, in bytes.
  fileprivate var bytes: Int {
    1024 + topic.title.utf8.count + (topic.decision?.reason.utf8.count ?? 0)
      + (topic.rule?.bytes ?? 0) + pros.bytes + cons.bytes + positions.reduce(0) { $0 + $1.bytes }
      + options.elements.reduce(0) { $0 + $1.bytes }
      + objections.elements.reduce(0) { $0 + $1.bytes } + todos.elements.reduce(0) { $0 + $1.bytes }
  }
}

extension Option {
  /// The approximate memory that it takes, in bytes.
  fileprivate var bytes: Int {
    256 + title.utf8.count + (text?.utf8.count ?? 0) + author.utf8.count
  }
}

extension OptionBoard {
  /// The approximate memory that it takes with its arguments, in bytes.
  fileprivate var bytes: Int { 128 + option.bytes + pros.bytes + cons.bytes }
}

extension Objection {
  /// The approximate memory that it takes, in bytes.
  fileprivate var bytes: Int {
    256 + text.utf8.count + author.utf8.count + (answer?.text.utf8.count ?? 0)
  }
}

extension Todo {
  /// The approximate memory that it takes, in bytes.
  fileprivate var bytes: Int {
    256 + text.utf8.count + author.utf8.count + (assignee?.utf8.count ?? 0)
  }
}

extension DecisionRule {
  /// The approximate memory that it takes, in bytes.
  fileprivate var bytes: Int { asked.reduce(128) { $0 + 16 + $1.utf8.count } }
}

extension Position {
  /// The approximate memory that it takes, in bytes.
  fileprivate var bytes: Int { 128 + person.utf8.count + (sentence?.utf8.count ?? 0) }
}

extension ArgumentList {
  /// The approximate memory that the arguments take, in bytes.
  fileprivate var bytes: Int { arguments.reduce(0) { $0 + $1.bytes } }
}

extension Argument {
  /// The approximate memory that it takes, in bytes.
  fileprivate var bytes: Int {
    256 + text.utf8.count + author.utf8.count + (updatedBy?.utf8.count ?? 0)
      + supporters.reduce(0) { $0 + 16 + $1.utf8.count } + comments.reduce(0) { $0 + $1.bytes }
  }
}

extension Comment {
  /// The approximate memory that it takes, in bytes.
  fileprivate var bytes: Int { 128 + text.utf8.count + author.utf8.count }
}
