/// What every page has around its contents.
enum Layout {
  /// - Parameters:
  ///   - title: for people.
  ///   - page: the id of the page's stream; nil for a page that is not live.
  ///   - user: who acts.
  static func page(_ title: String, live page: String? = nil, _ body: HTML) -> HTML {
    let stream: HTML = page.map { " data-live=\"\(URLPath("live", $0))\"" } ?? ""
    return """
      <!doctype html>
      <html lang="en"\(stream)>
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title) · procon</title>
      <link rel="icon" href="/icon.svg">
      <link rel="stylesheet" href="/style.css">
      <script src="/script.js" defer></script>
      </head>
      <body>
      <nav><a href="/">Topics</a> <a href="/awaiting">Awaiting you</a> <a href="/feed">Feed</a></nav>
      <main>
      \(body)
      </main>
      <p id="news" role="status" aria-live="polite"></p>
      <p id="connection" role="status"></p>
      <p id="offer" role="status"></p>
      </body>
      </html>
      """
  }

  /// A page that says why there is no other one.
  static func failure(_ sentence: String) -> HTML {
    page(
      "Not possible",
      "<h1>That is not possible</h1><p class=\"alert\" role=\"alert\">\(sentence)</p>")
  }
}
