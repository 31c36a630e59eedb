package import Domain

// Changes of boards and posts.

extension EtcdGateway {
  // MARK: Boards

  package func update<Answer: Sendable>(
    _ topic: Topic.ID,
    _ change: @escaping @Sendable (inout Board) throws(BoardError) -> Answer
  ) async throws(BoardError) -> Stored<Answer> {
    try await write(.topic(topic)) { contents throws(BoardError) in
      guard let (listed, data, shown) = contents.shown(topic) else { throw .noTopic(id: topic) }
      var board = shown.board
      let answer = try change(&board)
      let records = board.takeRecords()
      if records.isEmpty { return (answer, nil) }
      return (answer, replacement(of: shown, by: board, records, listed, data, contents))
    }
  }

  /// The change of a board that is shown into another one.
  func replacement(
    of old: TopicContents.Shown, by new: Board, _ records: [HistoryRecord],
    _ listed: EtcdContents.Listed, _ data: TopicContents, _ contents: EtcdContents
  ) -> EtcdPlan {
    var plan = EtcdPlan(conditions: unchanged(listed, data))
    let names = old.names
    let known = Set([names.own] + names.options.values)
    // The rules have seen all of the board.
    plan.conditions += (known.sorted().map { BoardKey.lists($0) } + EtcdKey.boardParts).map {
      .nothingWritten(under: EtcdKey.board($0, in: listed.data), after: contents.revision)
    }
    var difference = BoardDifference(from: old, to: new, newName: newName)
    let largest = difference.largestLists
    if !largest.isDisjoint(with: known) {
      difference = BoardDifference(
        from: old, to: new, rewriting: largest.intersection(known), newName: newName)
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
    record(stored, records, of: listed, data, &plan)
    return plan
  }

  // MARK: Posts

  package func update<Answer: Sendable>(
    _ post: Post.ID?, of topic: Topic.ID,
    _ change: @escaping @Sendable (inout Discussion) throws(PostError) -> Answer
  ) async throws(PostError) -> Stored<Answer> {
    try await write(.topic(topic)) { contents throws(PostError) in
      guard let (listed, data, _) = contents.shown(topic) else { throw .noTopic(id: topic) }
      let old = post.flatMap { data.post($0, of: topic) }
      var discussion = data.discussion(of: topic, old)
      let answer = try change(&discussion)
      guard let record = discussion.record else { return (answer, nil) }
      var plan = EtcdPlan(conditions: unchanged(listed, data))
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
      self.record([StoredRecord(record)], [record], of: listed, data, &plan)
      return (answer, plan)
    }
  }
}

extension TopicContents {
  func discussion(of topic: Topic.ID, _ post: Post?) -> Discussion {
    Discussion(
      topic: topic, count: posts.count,
      newest: posts(of: topic, before: nil).first { _ in true }?.created, post: post)
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
