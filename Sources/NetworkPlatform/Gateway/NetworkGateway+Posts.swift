internal import BoxWire
package import Domain
internal import Fetch
internal import LoopHTTP
internal import UVLoop

extension NetworkGateway {
  package func newestPosts(of topic: Topic.ID) async throws(PostError) -> Stored<[PostOverview]> {
    try checkTopic(topic)
    do throws(ReadError) {
      try await read(.posts(topic))
    } catch {
      throw .reading(error, missing: .noTopic(id: topic))
    }
    return mirror.stored(mirror.posts[topic] ?? [])
  }

  package func posts(
    of topic: Topic.ID, before: Post.ID?, limit: Int
  ) async throws(PostError) -> [PostOverview] {
    if before == nil, limit <= Limits.postsShown {
      return Array(try await newestPosts(of: topic).value.prefix(limit))
    }
    try checkTopic(topic)
    return try await page(of: topic, before: before, limit: limit).map(PostOverview.init)
  }

  package func post(_ id: Post.ID, of topic: Topic.ID) async throws(PostError) -> Post {
    try checkTopic(topic)
    let (part, content) = posts(topic)
    await load(part)
    let listed = content.document?.posts.first { $0.id == id }
    if let listed, !part.isDue { return listed }
    guard let served = try await servedPost(id, of: topic, orListed: listed) else {
      throw .notFound(id: id)
    }
    return served.post
  }

  package func update<Answer: Sendable>(
    _ id: Post.ID?, of topic: Topic.ID,
    _ change: @escaping @Sendable (inout Discussion) throws(PostError) -> Answer
  ) async throws(PostError) -> Stored<Answer> {
    try checkTopic(topic)
    return try await untilDone(.topic(topic)) { () async throws(PostError) in
      let (content, document) = try await newestPosts(of: topic)
      var old: ServedPost?
      if let id {
        let listed = document.posts.first { $0.id == id }
        old =
          if let listed { ServedPost(listed, document.beside[id]) } else {
            try await servedPost(id, of: topic, again: true)
          }
      }
      let discussion = { (assigned: Assigned?) in
        Discussion(
          topic: topic, count: document.count ?? document.posts.count,
          newest: document.posts.first?.created, post: old?.post, assigned: assigned)
      }
      var changed = discussion(nil)
      let answer = try change(&changed)
      guard changed.record != nil else { return .done(mirror.stored(answer)) }
      let newest = content.newest
      let result = await carryOut(
        request(from: old, to: changed.post, in: topic), of: [topic],
        show: { show(document, changed.post, insteadOf: old?.post, nil, topic) },
        takeBack: {
          mirror.show(newest, of: topic, Self.changes(from: changed.post, to: old?.post))
        })
      let acceptance: Acceptance
      switch result {
      case .success(let accepted): acceptance = accepted
      case .failure(let refusal): return .refused(refusal)
      }
      var (final, finalAnswer) = (changed.post, answer)
      if old == nil, let post = changed.post,
        let assigned = acceptance.answer.flatMap({ assigned($0, insteadOf: post) })
      {
        var again = discussion(assigned)
        if let answer = try? change(&again) { (final, finalAnswer) = (again.post, answer) }
      }
      // What the service has stored is shown, if it says so. Something else is not taken for the post.
      let served = acceptance.answer.flatMap { try? PostsDocument.post($0, of: topic) }
        .flatMap { $0.0.id == final?.id ? $0 : nil }
      final = served?.0 ?? final
      var beside = served?.1 ?? old?.beside
      beside?.etag = acceptance.etag
      content.source.set(show(document, final, insteadOf: old?.post, beside, topic))
      // They may have what was changed.
      await shelf.directory.remove(besides: content.source.name)
      await content.source.save()
      return .done(mirror.stored(finalAnswer))
    }
  }

  // MARK: Reading

  /// Reads the newest posts for a change. Throws `.noTopic` or `.store`.
  private func newestPosts(
    of topic: Topic.ID
  ) async throws(PostError) -> (content: PostsContent, document: PostsDocument) {
    do throws(ReadError) {
      if service.shape == .board { try await checkName(of: topic) }
      let (part, content) = posts(topic)
      try await refresh(part)
      guard let document = content.document else { throw .missing }
      return (content, document)
    } catch {
      throw .reading(error, missing: .noTopic(id: topic))
    }
  }

  /// Reads a page of posts.
  ///
  /// - Parameter again: whether to ask the service although what is stored is fresh, and not to use
  ///   what is stored if it is not available.
  func page(
    of topic: Topic.ID, before: Post.ID?, limit: Int, again: Bool = false
  ) async throws(PostError) -> [Post] {
    let path = postsPath(of: topic)
    var query = [QueryItem("limit", String(limit))]
    if let before { query.insert(QueryItem("before", name(of: before, in: topic).name), at: 0) }
    let resource = requests.resource(path, query: query)
    let content = posts(topic).content
    let flow = content.pages
    do throws(FetchError) {
      let page =
        again
        ? try await flow.fetchFromNetwork(resource)
        : try await flow.fetch(resource, since: content.since)
      return page.value.page(query).posts
    } catch {
      guard !error.isMissing else { throw await missing(nil, in: topic) }
      throw .store(requests.failure(error, at: path).storeError)
    }
  }

  /// Reads one post; nil if there is none.
  ///
  /// - Parameters:
  ///   - again: whether to ask the service although what is stored is fresh.
  ///   - listed: the post as it is in the newest ones that are known, which is returned if the service
  ///     is not available; nil if it is not among them.
  private func servedPost(
    _ id: Post.ID, of topic: Topic.ID, again: Bool = false, orListed listed: Post? = nil
  ) async throws(PostError) -> ServedPost? {
    let name = name(of: id, in: topic)
    let path = postsPath(of: topic) + [name.name]
    let resource = requests.resource(path)
    let content = posts(topic).content
    let flow = content.posts
    do throws(FetchError) {
      var fetched =
        again
        ? try await flow.fetchFromNetwork(resource)
        : try await flow.fetch(resource, since: content.since)
      if fetched.value.post.id != name.segment, fetched.source == .store {
        fetched = try await flow.fetchFromNetwork(resource)
      }
      guard fetched.value.post.id == name.segment else {
        throw .parser(ParserFailure(reason: BadElement.otherIdentifier.rawValue))
      }
      if fetched.isStale, let listed { return ServedPost(listed, nil) }
      return fetched.value
    } catch {
      if error.isTemporary, let listed { return ServedPost(listed, nil) }
      guard error.isMissing else { throw .store(requests.failure(error, at: path).storeError) }
      let error = await missing(id, in: topic)
      if case .notFound = error { return nil }
      throw error
    }
  }

  /// What is missing: the post, or its topic.
  private func missing(_ id: Post.ID?, in topic: Topic.ID) async -> PostError {
    let hasTopic = service.shape == .posts ? true : await exists(topic)
    return hasTopic && id != nil ? .notFound(id: id ?? "") : .noTopic(id: topic)
  }

  /// A service that has only posts and todos has one topic.
  private func checkTopic(_ topic: Topic.ID) throws(PostError) {
    if isClosed { throw .store(.unavailable(reason: "\(service.root) is closed")) }
    guard service.shape == .board || topic == service.root else { throw .noTopic(id: topic) }
  }

  /// The name of the service for a post, which need not exist.
  private func name(of id: Post.ID, in topic: Topic.ID) -> Identifier {
    posts(topic).content.document?.beside[id]?.id ?? Identifier(requested: id)
  }

  // MARK: Changing

  private func request(
    from old: ServedPost?, to new: Post?, in topic: Topic.ID
  ) -> ServiceRequests.Change {
    let path = postsPath(of: topic)
    guard let old else {
      return ServiceRequests.Change(
        method: .post, path: path, body: new.map { PostsDocument.json(of: $0, nil, service.shape) })
    }
    return ServiceRequests.Change(
      method: new == nil ? .delete : .put, path: path + [name(of: old.post.id, in: topic).name],
      body: new.map { PostsDocument.json(of: $0, old.beside, service.shape) },
      etag: old.beside?.etag)
  }

  @discardableResult
  private func show(
    _ document: PostsDocument, _ new: Post?, insteadOf old: Post?, _ beside: Beside?,
    _ topic: Topic.ID
  ) -> PostsDocument {
    var document = document
    document.put(new, beside ?? new.map { Beside(segment: $0.id) }, insteadOf: old)
    mirror.show(
      document.posts.prefix(Limits.postsShown).map(PostOverview.init), of: topic,
      Self.changes(from: old, to: new))
    return document
  }

  /// What becomes of a post.
  private static func changes(from old: Post?, to new: Post?) -> [PostChange] {
    if let new { [.stored(new)] } else if let old { [.removed(old.id)] } else { [] }
  }

  /// What a service has chosen for a new post; nil if it has accepted what was proposed.
  private func assigned(_ answer: JSONText, insteadOf post: Post) -> Assigned? {
    guard let object = JSONObject(answer) else { return nil }
    let id = object.identity?.id?.segment ?? post.id
    // Posts of a service without dates have the same date as long as they exist.
    let created =
      Dates.names.isDisjoint(with: object.members.map(\.name)) && service.shape == .posts
      ? Timestamp(millisecondsSince1970: 0) : object.date("created", "createdAt")
    guard id != post.id || created ?? post.created != post.created else { return nil }
    return Assigned(id: id, created: created)
  }
}
