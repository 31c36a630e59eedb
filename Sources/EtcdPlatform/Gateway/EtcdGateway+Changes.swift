package import Domain
internal import UVLoop

extension EtcdGateway {
  // MARK: Topics

  package func insert<Failure: StoreFailure>(
    _ make: @escaping @Sendable (_ taken: Set<Topic.ID>) throws(Failure) -> [TopicContent]
  ) async throws(Failure) -> Stored<[Topic.ID]> {
    await turns.begin(.list)
    defer { turns.end(.list) }
    for _ in 1...Self.attempts {
      do throws(EtcdError) { try await mirror.load() } catch { throw .store(StoreError(error)) }
      let made = try make(mirror.contents.taken)
      if made.isEmpty { return stored([]) }
      do throws(EtcdError) {
        if try await insert(made) { return stored(made.map(\.id)) }
      } catch {
        throw .store(StoreError(error))
      }
    }
    throw .store(.conflict)
  }

  /// - Returns: whether they were inserted; false if something else was inserted before.
  private func insert(_ made: [TopicContent]) async throws(EtcdError) -> Bool {
    if made.count > Self.topicsAtOnce { return try await insertMany(made) }
    var plan = EtcdPlan()
    let records = add(made, at: mirror.contents.nextPlace, from: nil, to: &plan)
    // Another gateway may take an identifier or a place before.
    plan.conditions.append(
      .nothingWritten(under: EtcdKey.topics, after: mirror.contents.revision))
    log(records, in: mirror.contents, &plan)
    return try await commit(plan)
  }

  /// Writes topics that are not shown before a mark of their import is there, and then the mark.
  private func insertMany(_ made: [TopicContent]) async throws(EtcdError) -> Bool {
    let source = newName()
    var (rest, place) = (made[...], mirror.contents.nextPlace)
    var records: [(Topic.ID, HistoryRecord)] = []
    do throws(EtcdError) {
      while !rest.isEmpty {
        let some = Array(rest.prefix(Self.topicsAtOnce))
        rest = rest.dropFirst(some.count)
        var plan = EtcdPlan()
        records += add(some, at: place, from: source, to: &plan)
        place += some.count
        guard try await commit(plan) else {
          try await remove(mirror.contents.unfinished(source))
          return false
        }
      }
      for _ in 1...Self.attempts {
        var plan = EtcdPlan()
        plan.conditions = [.absent(key: EtcdKey.imported(source))]
        plan.puts.append((EtcdKey.imported(source), Array("{}".utf8)))
        log(records, in: mirror.contents, &plan)
        // Only what is dropped from the feed can have changed.
        if try await commit(plan) { return true }
      }
    } catch {
      // Without an answer, it may be complete.
      if case .unknown = error { throw error }
      try? await remove(mirror.contents.unfinished(source))
      throw error
    }
    try await remove(mirror.contents.unfinished(source))
    return false
  }

  /// More than people insert at once, and few enough for one transaction.
  private static var topicsAtOnce: Int { 40 }

  /// Writes the layout of a new store, with its boards.
  func makeLayout(_ boards: [Board]) async throws(EtcdError) {
    var plan = EtcdPlan()
    plan.conditions = [.absent(key: EtcdKey.layout)]
    _ = add(boards.map { TopicContent($0) }, at: 1, from: nil, to: &plan)
    plan.puts.append((EtcdKey.layout, LayoutVersion.current.value))
    let transactions = try plan.transactions(
      of: newName(), under: mirror.prefix, longValues: [:], newName: newName)
    // If another gateway does so at the same time, one of them is refused.
    for transaction in transactions { _ = try await cluster.commit(transaction) }
  }

  /// - Parameters:
  ///   - place: that of the first one.
  ///   - source: the name of the import of which they are a part; nil if they are inserted in one step.
  /// - Returns: their records, which the feed does not have yet.
  private func add(
    _ made: [TopicContent], at place: Int, from source: String?, to plan: inout EtcdPlan
  ) -> [(Topic.ID, HistoryRecord)] {
    var records: [(Topic.ID, HistoryRecord)] = []
    for (index, content) in made.enumerated() {
      plan.conditions.append(.absent(key: EtcdKey.topic(content.id)))
      records += add(content, at: place + index, from: source, to: &plan)
    }
    return records
  }

  private func add(
    _ content: TopicContent, at place: Int, from source: String?, to plan: inout EtcdPlan
  ) -> [(Topic.ID, HistoryRecord)] {
    var board = content.board
    let (data, records) = (newName(), board.takeRecords())
    let difference = BoardDifference(from: nil, to: board, newName: newName)
    plan.hidden += difference.puts.map { (EtcdKey.board($0.key, in: data), $0.value) }
    plan.hidden += content.posts.map { (EtcdKey.post($0.id, in: data), $0.value) }
    if !records.isEmpty {
      let value = StoredRecords(records.map { StoredRecord($0) }).value
      plan.hidden.append((EtcdKey.history(1, in: data), value))
    }
    let listed = TopicPlace(data: data, place: place, source: source)
    plan.puts.append((EtcdKey.topic(content.id), listed.value))
    return records.map { (content.id, $0) }
  }

  package func update(
    _ id: Topic.ID, by author: String,
    _ change: @escaping @Sendable (inout Topic) throws(TopicError) -> Void
  ) async throws(TopicError) -> Stored<Void> {
    try await write(.topic(id)) { contents throws(TopicError) in
      guard let board = contents.board(of: id) else { throw .notFound(id: id) }
      var topic = board.topic
      try change(&topic)
      guard let record = topic.record(since: board.topic, by: author) else { return ((), nil) }
      return ((), replacement(of: board, by: board.with(topic), [record], in: contents))
    }
  }

  package func remove(
    _ id: Topic.ID, _ removal: Removal
  ) async throws(TopicError) -> Stored<Void> {
    try await write(.topic(id)) { contents throws(TopicError) in
      guard let listed = contents.topics[id], let board = contents.board(of: id) else {
        throw .notFound(id: id)
      }
      var plan = EtcdPlan()
      plan.conditions = unchanged(listed, contents)
      plan.deletes.append(EtcdKey.topic(id))
      let entry = StoredTrashEntry(
        .topic(id, title: board.topic.title, place: listed.place), removal, data: listed.data,
        bytes: contents.contents(of: id)?.bytes ?? 0)
      discard(entry, in: contents, &plan)
      let record = HistoryRecord(
        .removed(title: board.topic.title), author: removal.author, date: removal.date)
      log([(id, record)], in: contents, &plan)
      return ((), plan)
    }
  }

  // MARK: Boards

  package func update<Answer: Sendable>(
    _ topic: Topic.ID,
    _ change: @escaping @Sendable (inout Board) throws(BoardError) -> Answer
  ) async throws(BoardError) -> Stored<Answer> {
    try await write(.topic(topic)) { contents throws(BoardError) in
      guard let old = contents.board(of: topic) else { throw .noTopic(id: topic) }
      var board = old
      let answer = try change(&board)
      let records = board.takeRecords()
      if records.isEmpty { return (answer, nil) }
      return (answer, replacement(of: old, by: board, records, in: contents))
    }
  }

  private func replacement(
    of old: Board, by new: Board, _ records: [HistoryRecord], in contents: EtcdContents
  ) -> EtcdPlan? {
    guard let listed = contents.topics[old.id], let data = contents.contents(of: old.id),
      let names = data.names
    else { return nil }
    var plan = EtcdPlan()
    plan.conditions = unchanged(listed, contents)
    let known = Set([names.own] + names.options.values)
    // The rules have seen all of the board.
    plan.conditions += (known.sorted().map { BoardKey.lists($0) } + EtcdKey.boardParts).map {
      .nothingWritten(under: EtcdKey.board($0, in: listed.data), after: contents.revision)
    }
    var difference = BoardDifference(from: (old, names), to: new, newName: newName)
    let largest = difference.largestLists
    if !largest.isDisjoint(with: known) {
      difference = BoardDifference(
        from: (old, names), to: new, rewriting: largest.intersection(known), newName: newName)
    }
    for (key, value) in difference.puts {
      // Nothing refers to the arguments of new lists before.
      let isHidden = BoardKey(key)?.lists.map { !known.contains($0) } ?? false
      let put = (key: EtcdKey.board(key, in: listed.data), value: value)
      if isHidden { plan.hidden.append(put) } else { plan.puts.append(put) }
    }
    plan.deletes += difference.deletes.map { EtcdKey.board($0, in: listed.data) }
    // The arguments of a removed option stay where they are if its record has them as they are there.
    let kept = records.count == 1 ? difference.removedLists : [:]
    let stored = records.map { StoredRecord($0, lists: kept) }
    let unused = Set(difference.removedLists.values).subtracting(stored.compactMap(\.lists))
    plan.deletedPrefixes +=
      (difference.deletedPrefixes + unused.sorted().map { BoardKey.lists($0) }).map {
        EtcdKey.board($0, in: listed.data)
      }
    record(stored, records, of: listed, in: contents, &plan)
    return plan
  }

  // MARK: Posts

  package func update<Answer: Sendable>(
    _ post: Post.ID?, of topic: Topic.ID,
    _ change: @escaping @Sendable (inout Discussion) throws(PostError) -> Answer
  ) async throws(PostError) -> Stored<Answer> {
    try await write(.topic(topic)) { contents throws(PostError) in
      guard let listed = contents.topics[topic], let data = contents.contents(of: topic) else {
        throw .noTopic(id: topic)
      }
      let old = post.flatMap { data.post($0, of: topic) }
      var discussion = data.discussion(of: topic, old)
      let answer = try change(&discussion)
      guard let record = discussion.record else { return (answer, nil) }
      var plan = EtcdPlan()
      plan.conditions = unchanged(listed, contents)
      if let id = post ?? discussion.post?.id {
        let key = EtcdKey.post(id, in: listed.data)
        plan.conditions.append(
          data.stored(id).map { .unchanged(key: key, since: $0.modified) } ?? .absent(key: key))
      }
      if let new = discussion.post {
        plan.puts.append((EtcdKey.post(new.id, in: listed.data), new.value))
        // Undoing the removal takes it out of the trash.
        for id in contents.removals(of: new.id, in: listed.data) {
          plan.deletes.append(EtcdKey.trash(id))
        }
      } else if let old {
        plan.deletes.append(EtcdKey.post(old.id, in: listed.data))
        if let removal = discussion.removal {
          let entry = StoredTrashEntry(
            .post(old), removal, data: listed.data,
            bytes: old.title.utf8.count + old.content.utf8.count)
          discard(entry, in: contents, &plan)
        }
      }
      self.record([StoredRecord(record)], [record], of: listed, in: contents, &plan)
      return (answer, plan)
    }
  }

  // MARK: The trash

  package func restore(
    _ id: TrashEntry.ID, by author: String, at date: Timestamp
  ) async throws(TrashError) -> Stored<Topic.ID> {
    try await write(.list) { contents throws(TrashError) in
      guard let entry = contents.trashEntries.first(where: { $0.id == id }),
        let removed = contents.trash[id]
      else { throw .notFound(id: id) }
      var plan = EtcdPlan()
      plan.conditions.append(.unchanged(key: EtcdKey.trash(id), since: removed.modified))
      plan.deletes.append(EtcdKey.trash(id))
      if case .post(let post) = removed.value.item {
        let topic = entry.item.topic
        try restore(post, of: topic, author, date, in: contents, &plan)
        return (topic, plan)
      }
      let topic: Topic.ID
      do throws(TopicError) {
        topic = try Topic.restoredID(
          entry.item.topic, title: entry.item.title, taken: contents.taken)
      } catch {
        throw .topic(error)
      }
      plan.conditions.append(.absent(key: EtcdKey.topic(topic)))
      plan.conditions.append(.nothingWritten(under: EtcdKey.topics, after: contents.revision))
      let listed = TopicPlace(data: removed.value.data, place: contents.nextPlace)
      plan.puts.append((EtcdKey.topic(topic), listed.value))
      let record = HistoryRecord(
        .restored(title: entry.item.title), author: author, date: date)
      log([(topic, record)], in: contents, &plan)
      return (topic, plan)
    }
  }

  private func restore(
    _ removed: Post, of topic: Topic.ID, _ author: String, _ date: Timestamp,
    in contents: EtcdContents, _ plan: inout EtcdPlan
  ) throws(TrashError) {
    guard let listed = contents.topics[topic], let data = contents.contents(of: topic) else {
      throw .post(.noTopic(id: topic))
    }
    let old = Post(
      id: removed.id, topic: topic, title: removed.title, content: removed.content,
      author: removed.author, created: removed.created, updated: removed.updated,
      updatedBy: removed.updatedBy)
    var discussion = data.discussion(of: topic, data.post(old.id, of: topic))
    try discussion.restore(old, by: author, at: date)
    plan.conditions += unchanged(listed, contents)
    plan.puts.append((EtcdKey.post(old.id, in: listed.data), old.value))
    if let record = discussion.record {
      self.record([StoredRecord(record)], [record], of: listed, in: contents, &plan)
    }
  }

  package func erase(_ ids: Set<TrashEntry.ID>) async throws(TrashError) {
    // Not all at once: what a topic in the trash needs is deleted as a whole.
    var rest = ids.sorted()[...]
    while !rest.isEmpty {
      let some = Set(rest.prefix(Self.erasedAtOnce))
      rest = rest.dropFirst(Self.erasedAtOnce)
      _ = try await write(.list) { contents throws(TrashError) in
        var plan = EtcdPlan()
        erase(some, in: contents, &plan)
        return ((), plan.deletes.isEmpty ? nil : plan)
      }
    }
  }

  private static var erasedAtOnce: Int { 10 }

  private func erase(
    _ ids: Set<TrashEntry.ID>, in contents: EtcdContents, _ plan: inout EtcdPlan
  ) {
    for id in ids.sorted() {
      guard let removed = contents.trash[id] else { continue }
      plan.conditions.append(.unchanged(key: EtcdKey.trash(id), since: removed.modified))
      plan.deletes.append(EtcdKey.trash(id))
      guard case .topic = removed.value.item else { continue }
      plan.deletedPrefixes.append(EtcdKey.contents(removed.value.data))
      // Without the topic, they are not shown.
      plan.deletes += contents.removals(in: removed.value.data).prefix(5).map { EtcdKey.trash($0) }
    }
  }

  /// Puts something into the trash, and erases what there is no room for then.
  private func discard(
    _ entry: StoredTrashEntry, in contents: EtcdContents, _ plan: inout EtcdPlan
  ) {
    let id = entry.removal.id
    plan.puts.append((EtcdKey.trash(id), entry.value))
    let excess = TrashLimits.standard.excess(of: [entry.entry] + contents.trashEntries)
    // Others follow with the next removal.
    erase(
      Set(excess.subtracting([id]).sorted().prefix(3)), in: contents, &plan)
  }

  // MARK: Records

  /// What every change of a topic depends on: it is listed as it was, and no other change was recorded.
  private func unchanged(
    _ listed: EtcdContents.Listed, _ contents: EtcdContents
  ) -> [EtcdTransaction.Condition] {
    let next = (contents.data[listed.data]?.lastRecord ?? 0) + 1
    return [
      .unchanged(key: EtcdKey.topic(listed.id), since: listed.modified),
      .absent(key: EtcdKey.history(next, in: listed.data)),
    ]
  }

  /// Adds records to the history of a topic, and to those of the store.
  private func record(
    _ stored: [StoredRecord], _ records: [HistoryRecord], of listed: EtcdContents.Listed,
    in contents: EtcdContents, _ plan: inout EtcdPlan
  ) {
    guard let data = contents.data[listed.data] else { return }
    // Older ones would be dropped at once.
    let kept = Array(stored.suffix(Limits.historyEntries))
    let value = StoredRecords(kept, skipped: stored.count - kept.count).value
    plan.puts.append((EtcdKey.history(data.lastRecord + 1, in: listed.data), value))
    let outdated = data.outdatedRecords(of: listed.id, after: stored.count)
    plan.deletes += outdated.numbers.map { EtcdKey.history($0, in: listed.data) }
    plan.deletedPrefixes += outdated.lists.sorted().map {
      EtcdKey.board(BoardKey.lists($0), in: listed.data)
    }
    log(records.map { (listed.id, $0) }, in: contents, &plan)
  }

  /// Adds records to the feed and, if they concern whole topics, to the history of the store.
  private func log(
    _ records: [(Topic.ID, HistoryRecord)], in contents: EtcdContents, _ plan: inout EtcdPlan
  ) {
    guard !records.isEmpty else { return }
    let name = newName()
    let newest = Array(records.suffix(Limits.feedEntries))
    let feed = FeedRecords(
      newest.map { FeedRecord($0.1, of: $0.0) }, skipped: records.count - newest.count)
    plan.puts.append((EtcdKey.feed(name), feed.value))
    drop(
      contents.feed, newest.count, Limits.feedEntries, at: EtcdKey.droppedFeed,
      { EtcdKey.feed($0) }, &plan)
    let whole = records.filter { $0.1.event.concernsWholeTopic }
    guard !whole.isEmpty else { return }
    let history = FeedRecords(whole.map { FeedRecord($0.1, of: $0.0) }, skipped: 0)
    plan.puts.append((EtcdKey.history(name), history.value))
    drop(
      contents.history, whole.count, Limits.storeHistoryEntries, at: EtcdKey.droppedHistory,
      { EtcdKey.history($0) }, &plan)
  }

  private func drop(
    _ log: EntryLog, _ new: Int, _ most: Int, at counter: String,
    _ key: (String) -> String, _ plan: inout EtcdPlan
  ) {
    guard let (names, count) = log.excess(with: new, most: most) else { return }
    let before = log.dropped?.count ?? 0
    plan.conditions.append(
      log.dropped.map { .unchanged(key: counter, since: $0.modified) } ?? .absent(key: counter))
    plan.puts.append(
      (counter, DroppedEntries(count: before + count).value))
    plan.deletes += names.map(key)
  }
}

extension TopicContents {
  func discussion(of topic: Topic.ID, _ post: Post?) -> Discussion {
    Discussion(
      topic: topic, count: posts.count,
      newest: posts(of: topic, before: nil).first { _ in true }?.created, post: post)
  }
}

extension EtcdContents {
  /// The entries of the trash with posts of a topic.
  ///
  /// - Parameter post: only this one; nil for all.
  func removals(of post: Post.ID? = nil, in data: String) -> [TrashEntry.ID] {
    trash.filter { _, removed in
      guard case .post(let found) = removed.value.item else { return false }
      return removed.value.data == data && (post == nil || found.id == post)
    }.map(\.key)
  }
}

extension BoardDifference {
  /// The names of lists of which so much is written that they must be written before: a transaction has
  /// room for few keys.
  fileprivate var largestLists: Set<String> {
    let changed = (puts.map(\.key) + deletes).compactMap { BoardKey($0)?.lists }
    guard changed.count > 30 else { return [] }
    return Set(Dictionary(grouping: changed, by: \.self).filter { $0.value.count > 2 }.keys)
  }
}

extension BoardKey {
  /// The name of the lists to which it belongs; nil for what is not in a list.
  fileprivate var lists: String? {
    switch self {
    case .side(let list), .argument(_, let list): list.board
    default: nil
    }
  }
}
