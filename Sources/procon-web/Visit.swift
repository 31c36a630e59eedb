internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import UVLoop

/// One request of a visitor.
@LoopActor
struct Visit {
  let site: Site
  let visitor: Visitor

  /// nil if the daemon does not accept the visitor's login any longer, and nothing that was typed would
  /// be lost.
  func answer(_ segments: [String], _ request: WebRequest) async -> WebAnswer? {
    do throws(PageError) {
      guard request.method == .post else { return try await page(segments, request) }
      if segments.count == 3, segments[2] == DraftPage.segment {
        return await writeDraft(in: Array(segments.prefix(2)), request)
      }
      return try await call(segments, request)
    } catch {
      if error == .loggedOut { return nil }
      return answer(.failure(error.sentence), error.status)
    }
  }

  func answer(
    _ page: WebPage, _ status: WebAnswer.Status = .ok, live: Layout.Live? = nil
  ) -> WebAnswer {
    WebAnswer(status, page, live: live, for: visitor)
  }

  /// Returns a page that follows changes, or that there is none; then it is not kept.
  ///
  /// - Parameters:
  ///   - isWhole: whether it is loaded again when something changes.
  ///   - seen: what it is up to; nil for the present.
  func live(
    _ shown: WebPage?, _ status: WebAnswer.Status = .ok, by page: DaemonPage,
    isWhole: Bool = false, at seen: Subscribe.Position? = nil
  ) -> WebAnswer {
    guard let shown, let position = seen ?? page.mirror.position else {
      site.forget(page.id)
      return unknown
    }
    return answer(
      shown, status,
      live: Layout.Live(id: page.id, position: EventStream.id(of: position), isWhole: isWhole))
  }

  // MARK: Pages

  private func page(
    _ segments: [String], _ request: WebRequest
  ) async throws(PageError) -> WebAnswer {
    switch segments.count {
    case 0: return try await topics()
    case 1 where segments[0] == "awaiting":
      let page = try await open(ListPages.awaitingPatterns).page
      return live(ListPages.awaiting(page.mirror), by: page)
    case 1 where segments[0] == "feed": return try await feed()
    // Of a hidden page, which has no stream.
    case 1 where segments[0] == "alive": return WebAnswer(.ok, text: "alive")
    case 2 where segments[0] == "call": return try await form(segments[1], request)
    case 2...:
      return try await topic(Array(segments.prefix(2)), Array(segments.dropFirst(2)), request)
    default: return unknown
    }
  }

  var unknown: WebAnswer { answer(.failure("There is no such page."), .notFound) }

  private func topics() async throws(PageError) -> WebAnswer {
    let (page, allowed) = try await open(ListPages.topicPatterns, .row, intents: ["*.create"])
    let roots = allowed.filter { $0.hasSuffix(".create") && $0.split(separator: ".").count == 2 }
      .map { String($0.dropLast(".create".count)) }.sorted()
    return live(ListPages.topics(page.mirror, roots: roots), by: page)
  }

  /// Returns a page of a topic.
  ///
  /// - Parameter rest: what follows its path.
  private func topic(
    _ place: [String], _ rest: [String], _ request: WebRequest
  ) async throws(PageError) -> WebAnswer {
    let path = place.joined(separator: ".")
    // Boxes of a session are those of the connection, which ends with the page.
    guard Path(path)?.segments.count == 2, Path((place + rest).joined(separator: ".")) != nil,
      place[0] != "session"
    else { return unknown }
    switch rest {
    case []:
      let (page, allowed) = try await open(
        TopicPage.patterns(place), intents: ["\(path).**", "\(place[0]).*"])
      let board = TopicPage(place: place, mirror: page.mirror, allowed: allowed)
      if let shown = board.page { return live(shown, by: page) }
      site.forget(page.id)
      return try await scene(path)
    case ["posts"]:
      let (page, allowed) = try await open(
        ["\(path).posts.items", "\(path).summary"].compactMap { Pattern($0) },
        intents: ["\(path).posts.*"])
      let posts = ListPages.posts(
        place, page.mirror, mayWrite: allowed.contains("\(path).posts.write"))
      return live(posts, by: page)
    case [DraftPage.segment]:
      return try await draft(in: place, request)
    case ["history"]:
      return try await history(of: place)
    default: break
    }
    if rest.count == 2, rest[0] == "posts" { return try await post(rest[1], of: place) }
    let kinds = ["pros", "cons", "objections", "todos"]
    guard rest.count == 2 || (rest.count == 4 && rest[0] == "options"),
      kinds.contains(rest[rest.count - 2])
    else { return try await scene((place + rest).joined(separator: ".")) }
    return try await item(rest[rest.count - 1], of: place + rest.dropLast())
  }

  private func item(_ id: String, of scene: [String]) async throws(PageError) -> WebAnswer {
    let (page, allowed) = try await open(
      ItemPage.patterns(scene), nil, intents: ["\(scene.joined(separator: ".")).*"])
    let item = ItemPage(
      scene: scene, id: id, mirror: page.mirror, allowed: allowed, reader: visitor.name)
    return live(item.page, by: page, isWhole: true)
  }

  /// Returns the page of a scene that has none of its own.
  private func scene(_ path: String) async throws(PageError) -> WebAnswer {
    let page = try await open(ScenePage.patterns(path), .value).page
    let document = try await page.call(
      Discover.method, Discover(patterns: ScenePage.patterns(path)).parameters)
    let methods = document["methods"]?.elements ?? []
    let intents = methods.compactMap { method -> SceneIntent? in
      guard let path = method["name"]?.string.flatMap({ Path($0) }) else { return nil }
      return SceneIntent(
        path, named: String(path.segments.last ?? ""), method, document["components"]?["schemas"])
    }
    let scene = ScenePage(path: path, mirror: page.mirror, intents: intents)
    return live(scene.page, by: page)
  }

  private func history(of place: [String]) async throws(PageError) -> WebAnswer {
    let summary = (place + ["summary"]).joined(separator: ".")
    let page = try await open([summary].compactMap { Pattern($0) }, nil).page
    let seen = page.mirror.position
    let found = try await read("\(place[0]).history", of: place[1], by: page)
    let items: [HistoryItem] = (try? found.decoded(AnswerKey.items)) ?? []
    return live(
      ListPages.history(items), by: page, isWhole: true, at: seen)
  }

  private func post(_ id: String, of place: [String]) async throws(PageError) -> WebAnswer {
    let path = place.joined(separator: ".")
    let (page, allowed) = try await open(
      ["\(path).posts.items"].compactMap { Pattern($0) }, nil, intents: ["\(path).posts.*"])
    let seen = page.mirror.position
    let found = try await read("\(path).posts.read", of: id, by: page)
    let post: PostText? = try? found.decoded(AnswerKey.post)
    return live(
      post.map { ListPages.post(place, $0, allowed: allowed) }, by: page, isWhole: true, at: seen)
  }

  /// Reads what a page shows beside its boxes. If that is refused, the page is not kept.
  private func read(
    _ intent: String, of id: String, by page: DaemonPage
  ) async throws(PageError) -> JSONText {
    do throws(PageError) {
      return try await page.call(intent, .of([.id: JSONText(id)]))
    } catch {
      site.forget(page.id)
      throw error
    }
  }

  private func feed() async throws(PageError) -> WebAnswer {
    let (page, allowed) = try await open(
      ["*.*.summary"].compactMap { Pattern($0) }, nil, intents: ["*.feed"])
    let seen = page.mirror.position
    var items: [(root: String, item: HistoryItem)] = []
    for intent in allowed where intent.hasSuffix(".feed") {
      let root = String(intent.dropLast(".feed".count))
      // A store without a history has no feed.
      let answer = try? await page.call(intent, .of([.limit: JSONText(100)]))
      let found: [HistoryItem] = (try? answer?.decoded(AnswerKey.items)) ?? []
      items += found.map { (root, $0) }
    }
    return live(
      ListPages.feed(items.sorted { $0.item.date > $1.item.date }, page.mirror), by: page,
      isWhole: true, at: seen)
  }

  // MARK: Intents

  /// Returns the form of an intent.
  private func form(
    _ intent: String, _ request: WebRequest
  ) async throws(PageError) -> WebAnswer {
    try await withConnection { page throws(PageError) in
      guard let intent = try await describe(intent, by: page) else { return unknown }
      return answer(
        CallPage(
          intent: intent, given: request.query, returning: Self.returning(request.query)
        ).page)
    }
  }

  /// Calls an intent, and leads to the page that the form names.
  private func call(
    _ segments: [String], _ request: WebRequest
  ) async throws(PageError) -> WebAnswer {
    guard segments.count == 2, segments[0] == "call" else { return unknown }
    guard let fields = request.form else {
      return WebAnswer(.badRequest, text: "The body is not a form.")
    }
    do throws(PageError) {
      return try await withConnection { page throws(PageError) in
        guard let intent = try await describe(segments[1], by: page) else { return unknown }
        return await call(intent, fields, by: page)
      }
    } catch {
      return answer(CallPage.unsent(fields, to: segments[1], error.sentence), error.status)
    }
  }

  private func call(
    _ intent: SceneIntent, _ fields: [WebRequest.Field], by page: DaemonPage
  ) async -> WebAnswer {
    var form = CallPage(intent: intent, given: fields, returning: Self.returning(fields))
    do throws(AnswerError) {
      let parameters = try form.parameters(from: fields)
      do throws(PageError) {
        _ = try await page.call(intent.path.text, parameters)
        return WebAnswer(seeOther: form.returning)
      } catch {
        form.refuse(error)
        return answer(form.page, error.status)
      }
    } catch {
      form.refusal = error.sentence
      return answer(form.page, .unprocessable)
    }
  }

  private static func returning(_ fields: [WebRequest.Field]) -> URLPath {
    fields.first { $0.name == "return" }.flatMap { URLPath(passedOn: $0.value) } ?? URLPath()
  }

  /// nil for an intent that does not exist, or that the user may not call.
  private func describe(
    _ intent: String, by page: DaemonPage
  ) async throws(PageError) -> SceneIntent? {
    // Those of a session concern the connection, which ends with the request.
    guard let path = Path(intent), let pattern = Pattern(intent), path.segments.count > 1,
      path.segments[0] != "session"
    else { return nil }
    let document = try await page.call(
      Discover.method, Discover(patterns: [pattern]).parameters)
    let method = document["methods"]?.elements?.first { $0["name"]?.string == intent }
    return method.map {
      SceneIntent(path, named: intent, $0, document["components"]?["schemas"])
    }
  }

  /// The intents that match, and that the user may call.
  private func intents(
    _ patterns: [String], of page: DaemonPage
  ) async throws(PageError) -> Set<String> {
    let patterns = patterns.compactMap { Pattern($0) }
    let document = try await page.call(Discover.method, Discover(patterns: patterns).parameters)
    return Set((document["methods"]?.elements ?? []).compactMap { $0["name"]?.string })
  }

  /// Uses a connection for one request.
  private func withConnection<Answer>(
    _ body: (DaemonPage) async throws(PageError) -> Answer
  ) async throws(PageError) -> Answer {
    let page = try await DaemonPage.open([], at: site.daemon, for: visitor)
    defer { page.close() }
    return try await body(page)
  }

  /// Opens a page that a browser may follow, with those of the intents that match which the user may
  /// call.
  func open(
    _ patterns: [Pattern], _ style: Fragments.Style? = .box, intents: [String] = []
  ) async throws(PageError) -> (page: DaemonPage, allowed: Set<String>) {
    let page = try await DaemonPage.open(patterns, at: site.daemon, for: visitor)
    do throws(PageError) {
      let allowed = intents.isEmpty ? [] : try await self.intents(intents, of: page)
      guard !page.isLost else { throw .unreachable("the connection to the daemon was lost") }
      try site.keep(page, style, of: visitor)
      return (page, allowed)
    } catch {
      page.close()
      throw error
    }
  }
}
