package import Domain

// Changes of the trash.

extension EtcdGateway {
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
      log([(topic, record)], &plan)
      return (topic, plan)
    }
  }

  private func restore(
    _ removed: Post, of topic: Topic.ID, _ author: String, _ date: Timestamp,
    in contents: EtcdContents, _ plan: inout EtcdPlan
  ) throws(TrashError) {
    guard let (listed, data, _) = contents.shown(topic) else { throw .post(.noTopic(id: topic)) }
    let old = Post(
      id: removed.id, topic: topic, title: removed.title, content: removed.content,
      author: removed.author, created: removed.created, updated: removed.updated,
      updatedBy: removed.updatedBy)
    var discussion = data.discussion(of: topic, data.post(old.id, of: topic))
    try discussion.restore(old, by: author, at: date)
    plan.conditions += unchanged(listed, data)
    plan.puts.append((EtcdKey.post(old.id, in: listed.data), old.value))
    if let record = discussion.record {
      self.record([StoredRecord(record)], [record], of: listed, data, &plan)
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
  func discard(
    _ entry: StoredTrashEntry, in contents: EtcdContents, _ plan: inout EtcdPlan
  ) {
    let id = entry.removal.id
    plan.puts.append((EtcdKey.trash(id), entry.value))
    let excess = TrashLimits.standard.excess(of: [entry.entry] + contents.trashEntries)
    // Others follow with the next removal.
    erase(Set(excess.subtracting([id]).sorted().prefix(3)), in: contents, &plan)
  }
}
