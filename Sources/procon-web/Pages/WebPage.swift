/// A page without what every page has around it.
struct WebPage {
  /// The pages that every page leads to, with their titles there.
  enum Section: String, CaseIterable {
    case topics = "Topics"
    case awaiting = "Awaiting you"
    case feed = "Feed"

    var place: URLPath { self == .topics ? URLPath() : URLPath("\(self)") }
  }

  /// For people.
  let title: String
  let body: HTML
  /// Which of these it is; nil for any other.
  let section: Section?

  init(_ title: String, _ body: HTML, in section: Section? = nil) {
    (self.title, self.body, self.section) = (title, body, section)
  }

  /// A page that says why there is no other one.
  static func failure(_ sentence: String) -> WebPage {
    WebPage(
      "Not possible",
      "<h1>That is not possible</h1><p class=\"alert\" role=\"alert\">\(sentence)</p>")
  }
}

/// What every page has around its contents.
enum Layout {
  /// How a page follows changes.
  struct Live {
    /// Of its stream.
    let id: String
    /// What the page is up to, as an event's id says it.
    let position: String
    /// Whether it is loaded again when something changes. Otherwise, the elements of its boxes are
    /// replaced.
    let isWhole: Bool
  }

  /// - Parameters:
  ///   - live: how it follows changes; nil if it does not.
  ///   - visitor: the reader; nil for somebody who was not let in.
  static func html(_ page: WebPage, live: Live? = nil, for visitor: Visitor? = nil) -> HTML {
    let stream: HTML? = live.map { live in
      let whole: HTML = live.isWhole ? " data-whole" : ""
      return " data-live=\"\(URLPath("live", live.id))\" data-position=\"\(live.position)\"\(whole)"
    }
    return """
      <!doctype html>
      <html lang="en"\(stream)>
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(page.title) · procon</title>
      <link rel="icon" href="/icon.svg">
      <link rel="stylesheet" href="/style.css">
      <script type="module" src="/script.js"></script>
      </head>
      <body>
      \(visitor.map { navigation($0, at: page.section) })
      <main>
      \(page.body)
      </main>
      <p id="news" role="status" aria-live="polite"></p>
      <div class="notices"><p id="connection" role="status"></p><p id="offer" role="status"></p></div>
      </body>
      </html>
      """
  }

  private static func navigation(_ visitor: Visitor, at place: WebPage.Section?) -> HTML {
    let links = WebPage.Section.allCases.map { section -> HTML in
      let current: HTML = section == place ? " aria-current=\"page\"" : ""
      return "<a href=\"\(section.place)\"\(current)>\(section.rawValue)</a> "
    }
    let account: HTML
    if let login = visitor.login {
      account = """
        <form method="post" action="/logout"><span>\(login.name)</span> <button>Log out</button></form>
        """
    } else {
      account = visitor.mayLogIn ? "<a href=\"/login\">Log in</a>" : ""
    }
    return "<nav>\(links)\(account)</nav>"
  }
}
