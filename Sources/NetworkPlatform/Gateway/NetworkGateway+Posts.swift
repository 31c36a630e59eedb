internal import BoxWire
package import Domain
internal import Fetch
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
    return try await page(of: topic, before: before, limit: limit, orStored: true)
      .map(PostOverview.init)
  }

  package func post(_ id: Post.ID, of topic: Topic.ID) async throws(PostError) -> Post {
    try checkTopic(topic)
    guard let post = try await servedPost(id, of: topic) else { throw .notFound(id: id) }
    return post.post
  }

  package func update<Answer: Sendable>(
    _ id: Post.ID?, of topic: Topic.ID,
    _ change: @escaping @Sendable (inout Discussion) throws(PostError) -> Answer
  ) async throws(PostError) -> Stored<Answer> {
    try checkTopic(topic)
    return try await untilDone(.topic(topic)) { () async throws(PostError) in
      let (content, document) = try await newestPosts(of: topic)
      var old: (post: Post, beside: Beside?)?
      if let id { old = try await servedPost(id, of: topic, in: document) }
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
      let newDocument = show(document, final, insteadOf: old?.post, beside, topic)
      await content.replace(newDocument)
      // They may have what was changed.
      await shelf.directory.remove(besides: content.source.name)
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
      let content = try await newest(.posts(topic), as: PostsContent.self)
      guard let document = content.document else { throw .missing }
      return (content, document)
    } catch {
      throw .reading(error, missing: .noTopic(id: topic))
    }
  }

  /// Reads a page of posts.
  ///
  /// - Parameter orStored: whether it may be what was read of it before, if the service is not
  ///   available.
  func page(
    of topic: Topic.ID, before: Post.ID?, limit: Int, orStored: Bool
  ) async throws(PostError) -> [Post] {
    let path = postsPath(of: topic)
    var query = [QueryItem("limit", String(limit))]
    if let before { query.insert(QueryItem("before", name(of: before, in: topic).name), at: 0) }
    let shape = service.shape
    let source = Source(
      path, query: query, beside: part(.posts(topic)).content.names[0], requests, shelf,
      parse: { body throws(BadBody) in
        try PostsDocument(body: body, of: topic, limit: limit, before: before)
      }, encode: { $0.json(shape).bytes })
    do throws(ServiceFailure) {
      return try await source.fetch(again: true).value.document.posts
    } catch {
      guard !error.error.isMissing else { throw await missing(nil, in: topic) }
      if orStored, error.error.isTemporary, await source.load(), let document = source.document {
        return document.posts
      }
      throw .store(error.storeError)
    }
  }

  /// Reads one post; nil if there is none.
  ///
  /// - Parameter document: the newest posts, just read; nil to ask the service.
  private func servedPost(
    _ id: Post.ID, of topic: Topic.ID, in document: PostsDocument? = nil
  ) async throws(PostError) -> (post: Post, beside: Beside?)? {
    if let document, let post = document.posts.first(where: { $0.id == id }) {
      return (post, document.beside[id])
    }
    let name = name(of: id, in: topic)
    let path = postsPath(of: topic) + [name.name]
    do {
      let answer = try await requests.read(requests.resource(path), Validators())
      return try PostsDocument.post(body: answer.body ?? [], of: topic, as: name)
    } catch let error as FetchError {
      if error.isMissing {
        let error = await missing(id, in: topic)
        if case .notFound = error { return nil }
        throw error
      }
      if document == nil, error.isTemporary, let post = await knownPost(id, of: topic) {
        return (post, nil)
      }
      throw .store(requests.failure(error, at: path).storeError)
    } catch {
      let error = FetchError.parser(ParserFailure(reason: "\(error)"))
      throw .store(requests.failure(error, at: path).storeError)
    }
  }

  /// Returns a post of the newest ones that are known or stored.
  private func knownPost(_ id: Post.ID, of topic: Topic.ID) async -> Post? {
    let part = part(.posts(topic))
    await load(part)
    return (part.content as? PostsContent)?.document?.posts.first { $0.id == id }
  }

  /// What is missing: the post, or its topic.
  private func missing(_ id: Post.ID?, in topic: Topic.ID) async -> PostError {
    let hasTopic = service.shape == .posts ? true : await exists(topic)
    return hasTopic && id != nil ? .notFound(id: id ?? "") : .noTopic(id: topic)
  }

  /// A service that has only posts has one topic.
  private func checkTopic(_ topic: Topic.ID) throws(PostError) {
    guard service.shape == .board || topic == service.root else { throw .noTopic(id: topic) }
  }

  /// The name of the service for a post, which need not exist.
  private func name(of id: Post.ID, in topic: Topic.ID) -> Identifier {
    let known = (parts[.posts(topic)]?.content as? PostsContent)?.document?.beside[id]?.id
    return known ?? Identifier(requested: id)
  }

  // MARK: Changing

  private func request(
    from old: (post: Post, beside: Beside?)?, to new: Post?, in topic: Topic.ID
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
