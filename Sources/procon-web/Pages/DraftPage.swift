internal import BoardValues
internal import BoxClient
internal import BoxWire

/// A post that is being written: the draft of the session that the page has.
struct DraftPage {
  /// Behind the path of the topic.
  static let segment = "draft"
  /// The parameter of the URL with the page's id.
  static let id = "page"

  let place: [String]
  /// Of the topic; nil if it is not known.
  var topic: String?
  var title = ""
  var content = ""
  /// Why it was not published; nil if it was not tried.
  var refusal: String?
  /// Where it is sent; nil for the URL of the page.
  var target: URLPath?

  static func url(_ place: [String], _ page: DaemonPage) -> URLPath {
    URLPath(place + [segment], query: [(id, page.id)])
  }

  /// What is shown while a draft is written.
  static func patterns(_ place: [String]) -> [Pattern] {
    ["session.draft.*", "\(place.joined(separator: ".")).summary"].compactMap { Pattern($0) }
  }

  init(place: [String], title: String, content: String, refusal: String) {
    (self.place, self.title, self.content, self.refusal) = (place, title, content, refusal)
  }

  init(place: [String], mirror: Mirror) {
    self.place = place
    topic = mirror["\(place.joined(separator: ".")).summary"]?["title"]?.string
    title = Self.text(.title, in: mirror)
    content = Self.text(.content, in: mirror)
  }

  private static func text(_ box: WritingBox, in mirror: Mirror) -> String {
    mirror["session.draft.\(box.rawValue)"]?.string ?? ""
  }

  var page: WebPage {
    let form = Form(
      target: target, button: "Publish",
      fields: [
        Form.Field(name: "title", label: "Title", kind: .line, value: title, isRequired: true),
        Form.Field(
          name: "content", label: "Content", kind: .text, value: content, isRequired: true),
      ], refusal: refusal)
    let about: HTML? = topic.map { " about \($0)" }
    return WebPage(
      "Draft",
      """
      <p><a href="\(URLPath(place + ["posts"]))">Posts\(about)</a></p>
      <section id="draft"><h1>Write a post</h1>\(form.html)</section>
      """)
  }
}

extension Visit {
  /// Returns the page of a draft, or leads to the page of a new one.
  func draft(
    in place: [String], _ request: WebRequest
  ) async throws(PageError) -> WebAnswer {
    let old = kept(request)
    if let old, !old.isFollowed {
      return live(DraftPage(place: place, mirror: old.page.mirror).page, by: old.page)
    }
    let page = try await begin(in: place)
    // Another window has it, or the one that loads it again: each has a page of its own.
    if let old {
      let words = DraftPage(place: place, mirror: old.page.mirror)
      try await keep(words.title, words.content, by: page)
    }
    return WebAnswer(seeOther: DraftPage.url(place, page))
  }

  /// Publishes a draft, or only keeps what was typed so far.
  func writeDraft(in place: [String], _ request: WebRequest) async -> WebAnswer {
    guard let fields = request.form else {
      return WebAnswer(.badRequest, text: "The body is not a form.")
    }
    let title = fields.first { $0.name == "title" }?.value ?? ""
    let content =
      fields.first { $0.name == "content" }?.value.replacing("\r\n", with: "\n") ?? ""
    if fields.contains(where: { $0.name == "keep" }) {
      return await keepDraft(title, content, request)
    }
    guard let id = request[query: DraftPage.id] else {
      return await publish(title, content, in: place, request)
    }
    return await site.publications.once(.init(title, content, of: id, visitor.browser)) {
      await publish(title, content, in: place, request)
    }
  }

  private func keepDraft(
    _ title: String, _ content: String, _ request: WebRequest
  ) async -> WebAnswer {
    do throws(PageError) {
      if let page = kept(request)?.page {
        if try await holds(title, content, page) { return WebAnswer(.ok, text: "kept") }
        site.forget(page.id)
      }
      // The browser has what was typed, and publishing begins another draft.
      return WebAnswer(.notFound, text: "The draft is not kept any longer.")
    } catch {
      return WebAnswer(error.status, text: error.sentence)
    }
  }

  private func publish(
    _ title: String, _ content: String, in place: [String], _ request: WebRequest
  ) async -> WebAnswer {
    var page = kept(request)?.page
    do throws(PageError) {
      if let old = page, try await !holds(title, content, old) {
        site.forget(old.id)
        page = nil
      }
      let draft: DaemonPage
      if let page {
        draft = page
      } else {
        draft = try await begin(in: place)
        page = draft
        try await keep(title, content, by: draft)
      }
      let answer = try await draft.call("session.draft.save", .of([:]))
      site.forget(draft.id)
      return WebAnswer(
        seeOther: URLPath(place + ["posts"] + [answer["id"]?.string].compactMap(\.self)))
    } catch {
      var shown = DraftPage(
        place: place, title: title, content: content,
        refusal:
          "\(error.isUncertain ? "It is not known whether this was published" : "This was not published"): \(error.sentence)."
      )
      guard let page else { return answer(shown.page, error.status) }
      shown.target = DraftPage.url(place, page)
      return live(shown.page, error.status, by: page)
    }
  }

  /// Keeps words in the draft of a page, and returns whether it still has one.
  private func holds(
    _ title: String, _ content: String, _ page: DaemonPage
  ) async throws(PageError) -> Bool {
    do throws(PageError) {
      try await keep(title, content, by: page)
      return true
    } catch {
      guard error.status == .notFound else { throw error }
      return false
    }
  }

  private func keep(
    _ title: String, _ content: String, by page: DaemonPage
  ) async throws(PageError) {
    _ = try await page.call("session.draft.setTitle", .of([.title: JSONText(title)]))
    _ = try await page.call("session.draft.setContent", .of([.content: JSONText(content)]))
  }

  /// The page with the draft that a request names; nil if it is not kept any longer.
  private func kept(_ request: WebRequest) -> LivePage? {
    request[query: DraftPage.id].flatMap { site.page($0, of: visitor) }
  }

  /// Begins a draft in a session of its own.
  private func begin(in place: [String]) async throws(PageError) -> DaemonPage {
    let page = try await open(DraftPage.patterns(place)).page
    do throws(PageError) {
      let topic = JSONText(place.joined(separator: "."))
      _ = try await page.call("session.toCreatePost", .of([.at: topic]))
      return page
    } catch {
      site.forget(page.id)
      throw error
    }
  }
}
