internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import UVLoop

/// Answers the requests of browsers, with pages of what the daemon shows to those who were let in.
@LoopActor
final class Site {
  /// How long a page without a stream keeps its connection to the daemon: a browser that reloads it or
  /// reconnects loses nothing.
  static let retention = Duration.seconds(60)

  let daemon: ChosenDaemon
  private let access: any Access
  let publications = Publications()
  private var pages: [String: LivePage] = [:]
  /// Called when the first page is opened, when the last one has gone, and after each request of a
  /// browser without a page.
  var usedChanged: (@LoopActor (Bool) -> Void)?

  init(_ daemon: ChosenDaemon, _ access: any Access) {
    self.daemon = daemon
    self.access = access
  }

  func answer(_ request: WebRequest) async -> WebAnswer {
    if let file = file(request) { return file }
    if let answer = await access.answer(request) { return answer }
    guard let visitor = access.visitor(of: request) else { return access.refusal(of: request) }
    let segments = request.path.split(separator: "/", omittingEmptySubsequences: true)
      .map(String.init)
    defer { if pages.isEmpty { usedChanged?(false) } }
    if segments.count == 2, segments[0] == "live", request.method == .get {
      return stream(segments[1], after: request.lastEvent, of: visitor)
    }
    let visit = Visit(site: self, visitor: visitor)
    let answer = await visit.answer(segments, request)
    guard let answer else {
      access.forget(visitor)
      return access.refusal(of: request)
    }
    return answer
  }

  /// A file that belongs to the program; nil for any other path.
  private func file(_ request: WebRequest) -> WebAnswer? {
    switch request.path {
    case "/style.css": WebAnswer(file: Assets.style, .style)
    case "/script.js": WebAnswer(file: Assets.scripts, .script)
    case "/icon.svg": WebAnswer(file: Assets.icon, .icon)
    default: nil
    }
  }

  /// nil for a request whose body may be read: a form of somebody who was let in, or who logs in.
  func refusal(of request: WebRequest) -> WebAnswer? {
    guard request.method == .post, !["/login", "/logout"].contains(request.path) else { return nil }
    return access.visitor(of: request) == nil ? access.refusal(of: request) : nil
  }

  // MARK: Live pages

  /// Keeps a page that a browser may follow.
  ///
  /// - Throws: `PageError` if there are too many.
  func keep(
    _ page: DaemonPage, _ style: Fragments.Style?, of visitor: Visitor
  ) throws(PageError) {
    let own = pages.filter { $0.value.browser == visitor.browser }
    if own.count >= WebLimits.pagesOfSession {
      // One that was left makes room.
      guard let left = own.first(where: { !$0.value.isFollowed })?.key else {
        throw .unreachable("too many pages are open in this browser; close some")
      }
      forget(left)
    }
    guard pages.count < WebLimits.pages else {
      throw .unreachable("too many people have pages open; try again later")
    }
    if pages.isEmpty { usedChanged?(true) }
    let id = page.id
    pages[id] = LivePage(page, style, of: visitor.browser) { [weak self] in self?.forget(id) }
  }

  func forget(_ id: String) {
    pages.removeValue(forKey: id)?.close()
    if pages.isEmpty { usedChanged?(false) }
  }

  /// Ends the pages of a browser that has logged out.
  func endPages(of browser: String) {
    for (id, page) in pages where page.browser == browser { forget(id) }
  }

  /// Returns a page that a browser follows, or followed a minute ago; nil if it is not kept.
  func page(_ id: String, of visitor: Visitor) -> LivePage? {
    pages[id].flatMap { $0.browser == visitor.browser && !$0.page.isLost ? $0 : nil }
  }

  /// - Parameter event: the id of the last event that the browser has got, or what its page is up to.
  private func stream(_ id: String, after event: String?, of visitor: Visitor) -> WebAnswer {
    guard let page = pages[id], page.browser == visitor.browser else {
      return WebAnswer(.notFound, text: "The page is to be loaded again.")
    }
    let stream = EventStream()
    page.attach(stream, after: event)
    return WebAnswer(stream)
  }

  func close() {
    for page in pages.values { page.close() }
    pages = [:]
  }
}
