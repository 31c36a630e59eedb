internal import Domain

/// What is stored under the prefix of a mount, as far as this gateway has seen it.
struct EtcdContents {
  /// A topic that people can see.
  struct Listed: Equatable {
    let id: Topic.ID
    /// The name of its contents.
    let data: String
    /// Orders topics by creation.
    let place: Int
    /// The revision in which the key was last written.
    let modified: Int
  }

  /// An entry of the trash.
  struct Removed {
    let value: StoredTrashEntry
    let modified: Int
  }

  /// What a revision has changed.
  struct Touched: Equatable {
    /// Topics that were listed, or no longer are.
    var listed: Set<Topic.ID> = []
    /// The names of the contents of topics whose boards have changed.
    var boards: Set<String> = []
    /// What was done to posts, by the name of the topic's contents.
    var posts: [String: [PostEvent]] = [:]
    /// Whether something was put into the trash.
    var fillsTrash = false
  }

  enum PostEvent: Equatable {
    case stored(Post.ID)
    case removed(Post.ID)
  }

  /// The revision up to which all is here.
  private(set) var revision = 0
  private(set) var topics: [Topic.ID: Listed] = [:]
  private(set) var data: [String: TopicContents] = [:]
  private(set) var trash: [TrashEntry.ID: Removed] = [:]
  private(set) var feed = EntryLog(isOfStore: false)
  private(set) var history = EntryLog(isOfStore: true)
  /// What could not be read, by key.
  private(set) var faults: [String: String] = [:]
  /// The names of the values that are stored in parts, by key.
  private(set) var longValues: [String: String] = [:]
  /// The names of the contents of topics of which something cannot be read.
  private(set) var faulty: Set<String> = []
  private var owners: [String: Topic.ID] = [:]
  /// Topics of imports that are not complete.
  private var hidden: [Topic.ID: (listed: Listed, source: String)] = [:]
  private var imports: Set<String> = []
  private var parts = LongValues()

  /// The topic that has these contents; nil if they are in the trash, or not complete.
  func owner(of data: String) -> Topic.ID? { owners[data] }

  /// The contents of a topic; nil if it does not exist, or cannot be read.
  func contents(of topic: Topic.ID) -> TopicContents? {
    topics[topic].flatMap { data[$0.data] }
  }

  /// The identifiers that no new topic can have.
  var taken: Set<Topic.ID> { Set(topics.keys).union(hidden.keys) }

  /// The place of a new topic.
  var nextPlace: Int {
    max(
      topics.values.lazy.map(\.place).max() ?? 0, hidden.values.lazy.map(\.listed.place).max() ?? 0)
      + 1
  }

  /// All topics, in order of creation.
  var inOrder: [Listed] {
    topics.values.sorted { ($0.place, $0.id) < ($1.place, $1.id) }
  }

  /// nil if it does not exist, or cannot be read.
  func board(of topic: Topic.ID) -> Board? { contents(of: topic)?.shown?.board }

  // MARK: Following

  /// Follows a revision.
  mutating func follow(_ step: EtcdStep) -> Touched {
    var touched = Touched()
    for event in step.events {
      switch event {
      case .put(let pair): put(pair, &touched)
      case .delete(let key): remove(key, &touched)
      }
    }
    revision = max(revision, step.revision)
    for id in touched.listed {
      if let name = topics[id]?.data { touched.boards.insert(name) }
    }
    touched.boards = touched.boards.filter { show($0) }
    return touched
  }

  /// Brings the board of contents up to date.
  ///
  /// - Returns: whether it is shown and has changed.
  private mutating func show(_ name: String) -> Bool {
    guard let owner = owners[name] else {
      faulty.remove(name)
      return false
    }
    let hasChanged = data[name]?.show(as: owner) ?? true
    if data[name]?.faults.isEmpty == false { faulty.insert(name) } else { faulty.remove(name) }
    return hasChanged
  }

  private mutating func put(_ pair: EtcdPair, _ touched: inout Touched) {
    faults[pair.key] = nil
    guard let key = EtcdKey.meaning(of: pair.key) else { return }
    do throws(LayoutFault) {
      try put(key, pair, &touched)
    } catch {
      // What it was before is not what is stored now.
      forget(key, &touched)
      faults[pair.key] = error.reason
    }
  }

  private mutating func put(
    _ key: EtcdKey.Meaning, _ pair: EtcdPair, _ touched: inout Touched
  ) throws(LayoutFault) {
    if case .part(let number, let name) = key {
      return parts.put(pair.value, of: name, at: number)
    }
    longValues[pair.key] = LongValues.name(in: pair.value)
    guard let value = parts.whole(pair.value) else {
      throw LayoutFault("parts of the value are missing")
    }
    switch key {
    case .layout: _ = try LayoutVersion(value)
    case .topic(let id):
      let place = try TopicPlace(value)
      unlist(id, &touched)
      let listed = Listed(
        id: id, data: place.data, place: place.place, modified: pair.modified)
      if let source = place.source, !imports.contains(source) {
        hidden[id] = (listed, source)
      } else {
        list(listed, &touched)
      }
    case .board(let part, let name):
      data[name, default: TopicContents()].put(part, value)
      touched.boards.insert(name)
    case .post(let id, let name):
      data[name, default: TopicContents()].put(
        TopicContents.StoredPost(id: id, value: value, modified: pair.modified))
      touched.posts[name, default: []].append(.stored(id))
    case .record(let number, let name):
      // One that cannot be read has its number nevertheless.
      let fault = data[name, default: TopicContents()].put(records: value, from: number)
      if let fault { faults[pair.key] = fault.reason }
    case .trash(let id):
      touched.fillsTrash = touched.fillsTrash || trash[id] == nil
      trash[id] = Removed(value: try StoredTrashEntry(value, id: id), modified: pair.modified)
    case .feed(let name): try feed.put(value, named: name, created: pair.created)
    case .history(let name): try history.put(value, named: name, created: pair.created)
    case .imported(let name): complete(name, &touched)
    case .droppedFeed:
      feed.dropped = EntryLog.Dropped(try? DroppedEntries(value).count, pair.modified)
    case .droppedHistory:
      history.dropped = EntryLog.Dropped(try? DroppedEntries(value).count, pair.modified)
    case .attempt, .part: break
    }
  }

  private mutating func remove(_ text: String, _ touched: inout Touched) {
    faults[text] = nil
    longValues[text] = nil
    guard let key = EtcdKey.meaning(of: text) else { return }
    forget(key, &touched)
  }

  private mutating func forget(_ key: EtcdKey.Meaning, _ touched: inout Touched) {
    switch key {
    case .topic(let id): unlist(id, &touched)
    case .board(let part, let name):
      data[name]?.remove(part)
      touched.boards.insert(name)
    case .post(let id, let name):
      data[name]?.remove(post: id)
      touched.posts[name, default: []].append(.removed(id))
    case .record(let number, let name): data[name]?.removeRecords(from: number)
    case .trash(let id): trash[id] = nil
    case .feed(let name): feed.remove(name)
    case .history(let name): history.remove(name)
    case .imported(let name): imports.remove(name)
    case .part(let number, let name): parts.remove(name, at: number)
    case .layout, .attempt: break
    case .droppedFeed: feed.dropped = nil
    case .droppedHistory: history.dropped = nil
    }
    if let name = key.contents, data[name]?.isEmpty == true { data[name] = nil }
  }

  private mutating func list(_ listed: Listed, _ touched: inout Touched) {
    topics[listed.id] = listed
    owners[listed.data] = listed.id
    touched.listed.insert(listed.id)
    // Its removed posts are in the trash again.
    touched.fillsTrash =
      touched.fillsTrash || trash.values.contains { $0.value.data == listed.data }
  }

  private mutating func complete(_ source: String, _ touched: inout Touched) {
    imports.insert(source)
    for (id, topic) in hidden where topic.source == source {
      hidden[id] = nil
      list(topic.listed, &touched)
    }
  }

  private mutating func unlist(_ id: Topic.ID, _ touched: inout Touched) {
    hidden[id] = nil
    guard let old = topics.removeValue(forKey: id) else { return }
    if owners[old.data] == id { owners[old.data] = nil }
    faulty.remove(old.data)
    touched.listed.insert(id)
  }
}

extension EtcdContents {
  /// Removes what an import has written that is not complete, each if it is still as it was.
  func unfinished(_ source: String) -> [EtcdPlan] {
    let topics = hidden.values.filter { $0.source == source }.map(\.listed)
    return topics.map { key(EtcdKey.topic($0.id), $0.modified) }
      + topics.map { prefix(EtcdKey.contents($0.data)) }
  }

  /// Removes what changes have left to which nothing refers, each if it is still as it was.
  ///
  /// - Parameter isOld: whether a name was made so long ago that its change is over.
  func remains(_ isOld: (_ name: String) -> Bool) -> [EtcdPlan] {
    // What cannot be read may refer to anything.
    guard faults.isEmpty else { return [] }
    var remains: [EtcdPlan] = []
    var used = Set(topics.values.map(\.data))
    for removed in trash.values {
      if case .topic = removed.value.item { used.insert(removed.value.data) }
    }
    for (id, removed) in trash where !used.contains(removed.value.data) {
      remains.append(key(EtcdKey.trash(id), removed.modified))
    }
    for (listed, source) in hidden.values {
      if isOld(source) {
        remains.append(key(EtcdKey.topic(listed.id), listed.modified))
      } else {
        used.insert(listed.data)
      }
    }
    for name in data.keys where !used.contains(name) && isOld(name) {
      remains.append(prefix(EtcdKey.contents(name)))
    }
    for name in parts.names.subtracting(longValues.values) where isOld(name) {
      remains.append(prefix(EtcdKey.parts(name)))
    }
    for listed in topics.values where !faulty.contains(listed.data) {
      for list in data[listed.data]?.unusedLists(of: listed.id) ?? [] where isOld(list) {
        remains.append(prefix(EtcdKey.board(BoardKey.lists(list), in: listed.data)))
      }
    }
    return remains
  }

  private func key(_ key: String, _ modified: Int) -> EtcdPlan {
    EtcdPlan(conditions: [.unchanged(key: key, since: modified)], deletes: [key])
  }

  private func prefix(_ prefix: String) -> EtcdPlan {
    EtcdPlan(
      conditions: [.nothingWritten(under: prefix, after: revision)], deletedPrefixes: [prefix])
  }
}

extension EtcdKey.Meaning {
  /// The name of the contents of a topic to which it belongs; nil for what belongs to none.
  fileprivate var contents: String? {
    switch self {
    case .board(_, let name), .post(_, let name), .record(_, let name): name
    default: nil
    }
  }
}
