internal import UVLoop

/// What a browser gets.
struct WebAnswer: Sendable {
  enum Status: UInt32, Sendable {
    case ok = 200
    case seeOther = 303
    case badRequest = 400
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case tooLarge = 413
    case misdirected = 421
    case unprocessable = 422
    case tooMany = 429
    case unavailable = 503
  }

  enum Body: Sendable {
    case bytes([UInt8], type: ContentType)
    case stream(EventStream)
  }

  enum ContentType: String, Sendable {
    case html = "text/html; charset=utf-8"
    case text = "text/plain; charset=utf-8"
    case style = "text/css; charset=utf-8"
    case script = "text/javascript; charset=utf-8"
    case icon = "image/svg+xml"
    case events = "text/event-stream"
  }

  let status: Status
  let body: Body
  /// Besides those that every answer has.
  var headers: [(name: String, value: String)] = []

  /// A page.
  init(_ status: Status = .ok, _ page: HTML) {
    self.status = status
    body = .bytes(Array(page.text.utf8), type: .html)
  }

  /// - Parameters:
  ///   - live: how it follows changes; nil if it does not.
  ///   - visitor: the reader; nil for somebody who was not let in.
  init(
    _ status: Status = .ok, _ page: WebPage, live: Layout.Live? = nil, for visitor: Visitor? = nil
  ) {
    self.init(status, Layout.html(page, live: live, for: visitor))
  }

  init(_ status: Status, text: String) {
    self.status = status
    body = .bytes(Array("\(text)\n".utf8), type: .text)
  }

  /// A file that belongs to this version of the program.
  init(file text: String, _ type: ContentType) {
    status = .ok
    body = .bytes(Array(text.utf8), type: type)
  }

  init(_ stream: EventStream) {
    status = .ok
    body = .stream(stream)
  }

  /// The answer to a form, after which the browser gets another page.
  ///
  /// - Parameter place: a path of this server.
  init(seeOther place: URLPath) {
    status = .seeOther
    body = .bytes([], type: .text)
    headers = [("Location", place.text)]
  }

  /// To be called for one that is not sent.
  @LoopActor
  func drop() {
    if case .stream(let stream) = body { stream.released() }
  }

  /// What every answer has: a page may use nothing but its own files, and nobody may frame it.
  static let security: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self';"
        + " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
  ]
}
