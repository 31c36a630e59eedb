internal import Domain
internal import Fetch
internal import UVLoop

/// Why a part could not be read.
enum ReadError: Error {
  /// The topic does not exist.
  case missing
  case store(StoreError)
}

extension NetworkGateway {
  /// Reads a part: what is stored is shown at once, and refreshed if it is not fresh.
  func read(_ id: StorePart) async throws(ReadError) {
    let part = part(id)
    await load(part)
    guard part.failure != nil, part.isShown, !part.isOutdated else {
      return try await fetch(part, again: part.isOutdated)
    }
    // What is shown as stale stays, fresh or not, until the service answers.
    do throws(ReadError) {
      try await refresh(part)
    } catch {
      guard case .store(.unavailable) = error else { throw error }
    }
  }

  /// Shows the stored copy of a part for which nothing is shown yet.
  func load(_ part: Part) async {
    guard !part.isShown else { return }
    let ticket = writes.ticket
    // The topic may have been changed or removed since.
    guard await part.sources.load(), !part.isShown, parts[part.id] === part,
      isCurrent(part, since: ticket)
    else { return }
    show(part, since: ticket)
  }

  func refreshInBackground(_ part: Part) {
    guard part.refreshing == nil, !isClosed else { return }
    part.refreshing = LoopActor.task { [self] in
      try? await refresh(part)
      part.refreshing = nil
    }
  }

  /// Asks the service, and shows what it answers unless it has been changed since.
  func refresh(_ part: Part) async throws(ReadError) { try await fetch(part, again: true) }

  /// Fetches a part, and shows it unless it has been changed since.
  ///
  /// - Parameter again: whether to ask the service although what is stored is fresh.
  private func fetch(_ part: Part, again: Bool) async throws(ReadError) {
    guard !isClosed else { throw .store(.unavailable(reason: "\(part.place) is closed")) }
    let ticket = writes.ticket
    do throws(FetchFailure) {
      let answer = try await part.sources.fetch(again: again)
      if answer.isServed || answer.failure != nil {
        part.failure = answer.failure.map { failure($0).reason }
      }
      guard parts[part.id] === part, isCurrent(part, since: ticket) else { return }
      if again { part.isOutdated = false }
      if answer.adopt() || !part.isShown {
        show(part, since: ticket)
      } else {
        reports.report(part.freshness, of: part.id)
      }
    } catch {
      if error.error.isMissing, let topic = part.id.topic, service.shape == .board {
        return try await replaceMissing(part, topic, since: ticket)
      }
      // The caller has gone; that says nothing about the service.
      if error.error != .cancelled {
        part.failure = failure(error).reason
        reports.report(part.freshness, of: part.id)
      }
      throw .store(failure(error).storeError)
    }
  }

  private func failure(_ failure: FetchFailure) -> ServiceFailure {
    requests.failure(failure.error, at: failure.path)
  }

  /// Asks the service for a topic without its arguments, and shows it.
  func refreshTopic(_ id: Topic.ID) async throws(ReadError) -> BoardContent {
    let (part, content) = board(id)
    let ticket = writes.ticket
    do throws(FetchFailure) {
      try await content.askTopic()
    } catch {
      if error.error.isMissing { try await replaceMissing(part, id, since: ticket) }
      throw .store(failure(error).storeError)
    }
    if let document = content.topicDocument, writes.isCurrent(id, since: ticket) {
      mirror.show(topicOf: document.overview)
    }
    return content
  }

  /// Finds out what is missing: the topic, or only the list of its posts, which is empty then.
  private func replaceMissing(
    _ part: Part, _ topic: Topic.ID, since ticket: Writes.Ticket
  ) async throws(ReadError) {
    if case .posts(let posts) = part.content, await exists(topic) {
      part.failure = nil
      guard parts[part.id] === part, isCurrent(part, since: ticket) else { return }
      let wasEmpty = posts.document?.posts.isEmpty == true
      posts.source.set(PostsDocument(), sentAt: wasEmpty ? posts.source.copy?.sentAt : nil)
      show(part, since: ticket)
      return await posts.source.save()
    }
    if writes.isCurrent(topic, since: ticket) {
      mirror.remove(topic)
      await forget([topic])
    }
    throw .missing
  }

  /// Makes sure that a topic may be changed: see ``isNamed(_:)``.
  func checkName(of topic: Topic.ID) async throws(ReadError) {
    guard listed(topic) == nil else { return }
    guard let document = try await refreshTopic(topic).topicDocument, isNamed(document) else {
      throw .missing
    }
  }

  /// Whether the service has a topic. False if it cannot say.
  func exists(_ topic: Topic.ID) async -> Bool {
    (try? await board(topic).content.askTopic()) != nil
  }

  private func isCurrent(_ part: Part, since ticket: Writes.Ticket) -> Bool {
    part.id.topic.map { writes.isCurrent($0, since: ticket) } ?? true
  }

  // MARK: Showing

  /// Shows the known copy of a part.
  func show(_ part: Part, since ticket: Writes.Ticket) {
    let isFirst = !part.isShown
    part.isShown = true
    switch part.content {
    case .topics(let topics): show(topics, since: ticket)
    case .board(let board):
      if let document = board.document { mirror.show(document.board) }
    case .posts(let posts):
      if let topic = part.id.topic { mirror.show(posts.newest, of: topic) }
    case .todos(let todos):
      if let topic = part.id.topic, let board = mirror.boards[topic],
        let document = todos.document
      {
        mirror.show(board.with(document.todos))
      }
    }
    // The call that reads it may not be of those who look at it.
    if isFirst, part.lookers > 0 { mirror.report(part.id) }
    reports.report(part.sources.faults, at: part.place)
    reports.report(part.freshness, of: part.id)
  }

  private func show(_ topics: TopicsContent, since ticket: Writes.Ticket) {
    let list = (topics.document?.topics ?? []).map { document in
      var overview = document.overview
      let known = mirror.overviews[overview.id]
      for side in Side.allCases where overview[side] == nil { overview[side] = known?[side] }
      return overview
    }
    let (outdated, gone) = mirror.show(list) { writes.isCurrent($0, since: ticket) }
    if !gone.isEmpty { shelf.removeLater(drop(gone)) }
    for id in outdated {
      guard let part = parts[.board(id)] else { continue }
      part.isOutdated = true
      if part.lookers > 0 { refreshInBackground(part) }
    }
  }
}
