internal import Domain

extension EtcdContents {
  /// What differs from what was stored earlier, as if one step had changed it.
  func touched(since old: EtcdContents) -> Touched {
    var touched = Touched()
    for id in Set(topics.keys).union(old.topics.keys) where topics[id]?.data != old.topics[id]?.data
    {
      touched.listed.insert(id)
    }
    for (id, listed) in topics where !touched.listed.contains(id) {
      if board(of: id) != old.board(of: id) { touched.boards.insert(listed.data) }
      let events = TopicContents.events(
        from: old.data[listed.data]?.posts ?? [], to: data[listed.data]?.posts ?? [])
      if !events.isEmpty { touched.posts[listed.data] = events }
    }
    touched.fillsTrash = trash.keys.contains { old.trash[$0] == nil }
    return touched
  }

  /// What a step has changed, as it is now, for live queries.
  func changes(_ touched: Touched) -> [StoreChange] {
    var changes: [StoreChange] = []
    var reported: Set<Topic.ID> = []
    for id in touched.listed where topics[id] == nil { changes.append(.removal(id)) }
    let new = touched.listed.compactMap { topics[$0] }.sorted {
      ($0.place, $0.id) < ($1.place, $1.id)
    }
    for listed in new {
      guard let board = board(of: listed.id) else { continue }
      reported.insert(listed.id)
      changes.append(.board(board))
    }
    for name in touched.boards.sorted() {
      guard let id = owner(of: name), !reported.contains(id) else { continue }
      // What can no longer be read is like something that was removed.
      changes.append(board(of: id).map { .board($0) } ?? .removal(id))
    }
    for (name, events) in touched.posts.sorted(by: { $0.key < $1.key }) {
      guard let id = owner(of: name), !touched.listed.contains(id), let data = data[name] else {
        continue
      }
      changes.append(
        .posts(id, newest: data.newestPosts(of: id), changes: data.changes(events, of: id)))
    }
    return changes
  }

  /// What cannot be read, by place, with the part that it concerns.
  func allFaults(under prefix: String) -> [StoreFault] {
    var found = faults.map { StoreFault("\(prefix)\($0.key): \($0.value)") }
    for name in faulty {
      for (key, reason) in data[name]?.faults ?? [] {
        let place = "\(prefix)\(EtcdKey.board(key, in: name))"
        found.append(StoreFault("\(place): \(reason)", in: owner(of: name).map { .board($0) }))
      }
    }
    return found.sorted { $0.sentence < $1.sentence }
  }

  /// Newest first.
  var trashEntries: [TrashEntry] {
    let visible = trash.values.compactMap { entry($0) }
    return visible.sorted { ($0.removal.date, $0.id) > ($1.removal.date, $1.id) }
  }

  /// nil for a post of a topic that is in the trash itself: it belongs to that one.
  private func entry(_ removed: Removed) -> TrashEntry? {
    let (value, entry) = (removed.value, removed.value.entry)
    guard case .post(let post) = value.item else { return entry }
    // It may have been restored with another identifier.
    return owner(of: value.data).map { topic in
      TrashEntry(.post(post.id, of: topic, title: post.title), value.removal, bytes: value.bytes)
    }
  }
}

extension TopicContents {
  /// What makes one list of posts of another.
  fileprivate static func events(
    from old: [StoredPost], to new: [StoredPost]
  ) -> [EtcdContents.PostEvent] {
    let before = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0.modified) })
    let after = Set(new.map(\.id))
    return new.filter { before[$0.id] != $0.modified }.map { .stored($0.id) }
      + old.filter { !after.contains($0.id) }.map { .removed($0.id) }
  }

  /// As many as are shown.
  func newestPosts(of topic: Topic.ID) -> [PostOverview] {
    posts(of: topic, before: nil).prefix(Limits.postsShown).map(PostOverview.init)
  }

  func changes(_ events: [EtcdContents.PostEvent], of topic: Topic.ID) -> [PostChange] {
    events.map { event in
      switch event {
      case .stored(let id): post(id, of: topic).map { .stored($0) } ?? .removed(id)
      case .removed(let id): .removed(id)
      }
    }
  }
}
