package import Domain
internal import UVLoop

// Changes of topics themselves.

extension EtcdGateway {
  package func insert<Failure: StoreFailure>(
    _ make: @escaping @Sendable (_ taken: Set<Topic.ID>) throws(Failure) -> [TopicContent]
  ) async throws(Failure) -> Stored<[Topic.ID]> {
    await turns.begin(.list)
    defer { turns.end(.list) }
    for _ in 1...Self.attempts {
      do throws(EtcdError) { try await follower.load() } catch { throw .store(StoreError(error)) }
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
    log(records, &plan)
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
          try await make(mirror.contents.unfinished(source))
          return false
        }
      }
      for _ in 1...Self.attempts {
        var plan = EtcdPlan()
        plan.conditions = [.absent(key: EtcdKey.imported(source))]
        plan.puts.append((EtcdKey.imported(source), Array("{}".utf8)))
        log(records, &plan)
        // Only the barrier can have changed.
        if try await commit(plan) { return true }
      }
    } catch {
      // Without an answer, it may be complete.
      if case .unknown = error { throw error }
      try? await make(mirror.contents.unfinished(source))
      throw error
    }
    try await make(mirror.contents.unfinished(source))
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
      under: follower.prefix, longValues: [:], newName: newName)
    // If another gateway does so at the same time, one of them is refused.
    for transaction in transactions { _ = try await follower.cluster.commit(transaction) }
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
      guard let (listed, data, shown) = contents.shown(id) else { throw .notFound(id: id) }
      var topic = shown.board.topic
      try change(&topic)
      guard let record = topic.record(since: shown.board.topic, by: author) else {
        return ((), nil)
      }
      let new = shown.board.with(topic)
      return ((), replacement(of: shown, by: new, [record], listed, data, contents))
    }
  }

  package func remove(
    _ id: Topic.ID, _ removal: Removal
  ) async throws(TopicError) -> Stored<Void> {
    try await write(.topic(id)) { contents throws(TopicError) in
      guard let (listed, data, (board, _)) = contents.shown(id) else { throw .notFound(id: id) }
      var plan = EtcdPlan(conditions: unchanged(listed, data))
      plan.deletes.append(EtcdKey.topic(id))
      let entry = StoredTrashEntry(
        .topic(id, title: board.topic.title, place: listed.place), removal, data: listed.data,
        bytes: data.bytes)
      discard(entry, in: contents, &plan)
      let record = HistoryRecord(
        .removed(title: board.topic.title), author: removal.author, date: removal.date)
      log([(id, record)], &plan)
      return ((), plan)
    }
  }
}
