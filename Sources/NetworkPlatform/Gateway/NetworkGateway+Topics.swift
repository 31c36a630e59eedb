internal import BoxWire
package import Domain
internal import Fetch
internal import UVLoop

extension NetworkGateway {
  package func topics() async throws(TopicError) -> Stored<[TopicOverview]> {
    if service.shape == .board {
      do throws(ReadError) {
        try await read(.topics)
      } catch {
        throw .reading(error, missing: .store(noList))
      }
    }
    return mirror.stored(mirror.list)
  }

  /// There is nothing at the URL of the list.
  private var noList: StoreError {
    requests.failure(.server(.status(404)), at: ["topics"]).storeError
  }

  package func insert<Failure: StoreFailure>(
    _ make: @escaping @Sendable (_ taken: Set<Topic.ID>) throws(Failure) -> [TopicContent]
  ) async throws(Failure) -> Stored<[Topic.ID]> {
    try await untilDone(.list) { () async throws(Failure) in
      if service.shape == .board {
        do throws(ReadError) {
          try await refresh(part(.topics))
        } catch {
          throw .reading(error, missing: .store(noList))
        }
      }
      let contents = try make(Set(mirror.ids ?? []))
      guard !contents.isEmpty else { return .done(mirror.stored([])) }
      guard service.shape == .board else { throw .store(.readOnly) }
      let boards = contents.map(\.board.withoutRecords)
      let ids = boards.map(\.id)
      await forget(ids)
      let objects = contents.map(\.json)
      let request = ServiceRequests.Change(
        method: .post, path: ["topics"],
        body: objects.count == 1 ? objects[0] : JSONText(elements: objects))
      let result = await carryOut(
        request, of: ids, show: { mirror.insert(boards) },
        takeBack: { for id in ids { mirror.remove(id) } })
      let acceptance: Acceptance
      switch result {
      case .success(let accepted): acceptance = accepted
      case .failure(let refusal): return .refused(refusal)
      }
      let named = acceptance.answer.map { boards.named($0) } ?? boards
      if let answer = acceptance.answer {
        for member in boards.lacks(in: answer) { log(member.lack) }
      }
      if named != boards {
        for id in ids { mirror.remove(id) }
        mirror.insert(named)
      }
      return .done(mirror.stored(named.map(\.id)))
    }
  }

  package func content(
    of id: Topic.ID, upTo bytes: Int
  ) async throws(TopicError) -> TopicContent {
    var content: TopicContent
    // Not what is stored: an export lasts.
    do throws(BoardError) {
      content = TopicContent(try await board(of: id, again: true).value)
    } catch {
      throw error.topicError(id)
    }
    var before: Post.ID?
    while content.textBytes <= bytes, content.posts.count < Limits.postsPerTopic {
      do throws(PostError) {
        let posts = try await page(of: id, before: before, limit: Self.pageSize, again: true)
        content.posts += posts
        if posts.count < Self.pageSize { break }
      } catch {
        throw error.topicError(id)
      }
      before = content.posts.last?.id
    }
    let size = content.textBytes
    guard size <= bytes else { throw .tooLarge(bytes: size) }
    content.posts.reverse()
    return content
  }

  /// Posts of maximum length fit into one answer.
  private static var pageSize: Int { 100 }

  package func update(
    _ id: Topic.ID, by author: String,
    _ change: @escaping @Sendable (inout Topic) throws(TopicError) -> Void
  ) async throws(TopicError) -> Stored<Void> {
    guard service.shape == .board else {
      guard let overview = mirror.overviews[id] else { throw .notFound(id: id) }
      var topic = overview.topic
      try change(&topic)
      guard topic == overview.topic else { throw .store(.readOnly) }
      return mirror.stored(())
    }
    return try await untilDone(.topic(id)) { () async throws(TopicError) in
      let (content, document) = try await newestTopic(id)
      let old = document.topic
      var topic = old
      try change(&topic)
      guard topic.record(since: old, by: author) != nil else { return .done(mirror.stored(())) }
      var new = document
      new.topic = topic
      let request = ServiceRequests.Change(
        method: .put, path: ["topics", name(of: id).name], body: new.json,
        etag: content.etag)
      let result = await carryOut(
        request, of: [id], show: { mirror.show(topicOf: new.overview) },
        takeBack: { mirror.show(topicOf: document.overview) })
      let acceptance: Acceptance
      switch result {
      case .success(let accepted): acceptance = accepted
      case .failure(let refusal): return .refused(refusal)
      }
      new.beside.etag = acceptance.etag
      await content.replace(new)
      return .done(mirror.stored(()))
    }
  }

  package func remove(
    _ id: Topic.ID, _ removal: Removal
  ) async throws(TopicError) -> Stored<Void> {
    guard service.shape == .board else {
      throw mirror.overviews[id] == nil ? .notFound(id: id) : .store(.readOnly)
    }
    return try await untilDone(.topic(id)) { () async throws(TopicError) in
      let (content, _) = try await newestTopic(id)
      let request = ServiceRequests.Change(
        method: .delete, path: ["topics", name(of: id).name], body: nil, etag: content.etag)
      var removed: ServiceMirror.Removed?
      let result = await carryOut(
        request, of: [id], show: { removed = mirror.remove(id) },
        takeBack: { if let removed { mirror.restore(removed) } })
      if case .failure(let refusal) = result { return .refused(refusal) }
      await forget([id])
      return .done(mirror.stored(()))
    }
  }

  /// Reads a topic for a change, without its arguments. Throws `.notFound` or `.store`.
  private func newestTopic(
    _ id: Topic.ID
  ) async throws(TopicError) -> (content: BoardContent, document: ServiceTopic) {
    do throws(ReadError) {
      let content = try await refreshTopic(id)
      guard let document = content.topicDocument, isNamed(document) else { throw .missing }
      return (content, document)
    } catch {
      throw .reading(error, missing: .notFound(id: id))
    }
  }
}

extension BoardError {
  /// The error as that of a topic.
  fileprivate func topicError(_ id: Topic.ID) -> TopicError {
    if case .store(let error) = self { .store(error) } else { .notFound(id: id) }
  }
}

extension PostError {
  /// The error as that of a topic.
  fileprivate func topicError(_ id: Topic.ID) -> TopicError {
    if case .store(let error) = self { .store(error) } else { .notFound(id: id) }
  }
}

extension Board {
  fileprivate var withoutRecords: Board { with(topic) }
}

extension TopicContent {
  /// All of it, as it is sent.
  fileprivate var json: JSONText {
    var topic = ServiceTopic(board.topic)
    // Only if there is something to keep: the service may know none.
    for member in BoardMember.needed(for: board) {
      switch member {
      case .positions: topic.positions = PositionsDocument(board.positions)
      case .options: topic.options = OptionsDocument(board.options)
      case .objections: topic.objections = ServiceList(board.objections.elements)
      case .todos: topic.todos = ServiceList(board.todos.elements, lastID: board.todos.lastID)
      }
    }
    let sides = (SideDocument(board.pros), SideDocument(board.cons))
    let lists = topic.json(sides: sides, hasOptions: true)
    let posts = posts.map { PostsDocument.json(of: $0, nil, .board) }
    return JSONText(
      members: (lists.members ?? []) + [(name: "posts", value: JSONText(elements: posts))])
  }
}

extension [Board] {
  /// The lists of these boards that are missing in a service's answer.
  fileprivate func lacks(in answer: JSONText) -> [BoardMember] {
    let missing = zip(self, answer.listElements ?? [answer]).flatMap { board, object in
      object.members == nil
        ? [] : BoardMember.needed(for: board).filter { object[$0.rawValue] == nil }
    }
    return BoardMember.allCases.filter(missing.contains)
  }

  /// The boards with the identifiers that a service has chosen: those in its answer, an object or a
  /// list.
  fileprivate func named(_ answer: JSONText) -> [Board] {
    let objects = answer.listElements ?? [answer]
    return zip(self, objects).map { board, object in
      guard let id = JSONObject(object)?.identity?.id?.segment, id != board.id else { return board }
      let topic = Topic(
        id: id, title: board.topic.title, created: board.topic.created,
        updated: board.topic.updated, updatedBy: board.topic.updatedBy,
        decision: board.topic.decision, rule: board.topic.rule, round: board.topic.round)
      return board.with(topic)
    } + dropFirst(objects.count)
  }
}
