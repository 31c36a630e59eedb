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
      button: "Publish",
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
    if let page = kept(request) {
      return live(DraftPage(place: place, mirror: page.mirror).page, by: page)
    }
    let page = try await begin(in: place)
    return WebAnswer(
      seeOther: URLPath(place + [DraftPage.segment], query: [(DraftPage.id, page.id)]))
  }

  /// Publishes a draft, or only keeps what was typed so far.
  func writeDraft(in place: [String], _ request: WebRequest) async -> WebAnswer {
    guard let fields = request.form else {
      return WebAnswer(.badRequest, text: "The body is not a form.")
    }
    let title = fields.first { $0.name == "title" }?.value ?? ""
    let content =
      fields.first { $0.name == "content" }?.value.replacing("\r\n", with: "\n") ?? ""
    let isKept = fields.contains { $0.name == "keep" }
    let old = kept(request)
    // The browser has what was typed, and publishing begins another draft.
    if isKept, old == nil { return WebAnswer(.notFound, text: "The draft is not kept any longer.") }
    do throws(PageError) {
      let page: DaemonPage
      if let old { page = old } else { page = try await begin(in: place) }
      _ = try await page.call("session.draft.setTitle", .of([.title: JSONText(title)]))
      _ = try await page.call("session.draft.setContent", .of([.content: JSONText(content)]))
      if isKept { return WebAnswer(.ok, text: "kept") }
      let answer = try await page.call("session.draft.save", .of([:]))
      site.forget(page.id)
      return WebAnswer(
        seeOther: URLPath(place + ["posts"] + [answer["id"]?.string].compactMap(\.self)))
    } catch {
      let shown = DraftPage(
        place: place, title: title, content: content,
        refusal: "This was not published: \(error.sentence).")
      return old.map { live(shown.page, error.status, by: $0) } ?? answer(shown.page, error.status)
    }
  }

  /// The page with the draft that a request names; nil if it is not kept any longer.
  private func kept(_ request: WebRequest) -> DaemonPage? {
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
