internal import Domain
internal import UVLoop

// What all changes have in common.

extension EtcdGateway {
  /// What every change of a topic depends on: it is listed as it was, and no other change was recorded.
  func unchanged(
    _ listed: EtcdContents.Listed, _ data: TopicContents
  ) -> [EtcdTransaction.Condition] {
    [
      .unchanged(key: EtcdKey.topic(listed.id), since: listed.modified),
      .absent(key: EtcdKey.history(data.lastRecord + 1, in: listed.data)),
    ]
  }

  /// Adds records to the history of a topic, and to those of the store.
  func record(
    _ stored: [StoredRecord], _ records: [HistoryRecord], of listed: EtcdContents.Listed,
    _ data: TopicContents, _ plan: inout EtcdPlan
  ) {
    // Older ones would be dropped at once.
    let kept = Array(stored.suffix(Limits.historyEntries))
    let value = StoredRecords(kept, skipped: stored.count - kept.count).value
    plan.puts.append((EtcdKey.history(data.lastRecord + 1, in: listed.data), value))
    let outdated = data.outdatedRecords(of: listed.id, after: stored.count)
    plan.deletes += outdated.numbers.map { EtcdKey.history($0, in: listed.data) }
    plan.deletedPrefixes += outdated.lists.sorted().map {
      EtcdKey.board(BoardKey.lists($0), in: listed.data)
    }
    log(records.map { (listed.id, $0) }, &plan)
  }

  /// Adds records to the feed and, if they concern whole topics, to the history of the store.
  func log(_ records: [(Topic.ID, HistoryRecord)], _ plan: inout EtcdPlan) {
    guard !records.isEmpty else { return }
    let name = newName()
    let newest = Array(records.suffix(Limits.feedEntries))
    let feed = FeedRecords(
      newest.map { FeedRecord($0.1, of: $0.0) }, skipped: records.count - newest.count)
    plan.puts.append((EtcdKey.feed(name), feed.value))
    let whole = records.filter { $0.1.event.concernsWholeTopic }
    guard !whole.isEmpty else { return }
    let history = FeedRecords(whole.map { FeedRecord($0.1, of: $0.0) }, skipped: 0)
    plan.puts.append((EtcdKey.history(name), history.value))
  }

  /// Drops old entries of the feed and of the history of the store, in changes of its own: others would be
  /// refused if they had to agree on how many were dropped.
  func dropOldEntries() {
    guard !isDropping, oldEntries != nil else { return }
    isDropping = true
    LoopActor.task { [weak self] in
      // If others drop some at the same time, they go on.
      while let self, let plan = self.oldEntries, (try? await self.commit(plan)) == true {}
      self?.isDropping = false
    }
  }

  private var oldEntries: EtcdPlan? {
    var plan = EtcdPlan()
    drop(mirror.contents.feed, at: EtcdKey.droppedFeed, { EtcdKey.feed($0) }, &plan)
    drop(mirror.contents.history, at: EtcdKey.droppedHistory, { EtcdKey.history($0) }, &plan)
    return plan.deletes.isEmpty ? nil : plan
  }

  private func drop(
    _ log: EntryLog, at counter: String, _ key: (String) -> String, _ plan: inout EtcdPlan
  ) {
    guard let (names, count) = log.excess else { return }
    let before = log.dropped?.count ?? 0
    plan.conditions.append(
      log.dropped.map { .unchanged(key: counter, since: $0.modified) } ?? .absent(key: counter))
    plan.puts.append(
      (counter, DroppedEntries(count: before + count).value))
    plan.deletes += names.map(key)
  }
}

extension EtcdContents {
  /// A topic that is shown, with what belongs to it; nil if it does not exist, or cannot be read.
  func shown(
    _ topic: Topic.ID
  ) -> (listed: Listed, data: TopicContents, shown: TopicContents.Shown)? {
    guard let listed = topics[topic], let data = data[listed.data], let shown = data.shown else {
      return nil
    }
    return (listed, data, shown)
  }

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
