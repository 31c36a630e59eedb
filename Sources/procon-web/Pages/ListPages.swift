internal import BoardValues
internal import BoxClient
internal import BoxWire

/// The pages that are lists: topics, what awaits the reader, posts, and what has happened.
enum ListPages {
  static let topicPatterns = ["*.*.summary", "*.isErrorFree"].compactMap { Pattern($0) }
  static let awaitingPatterns = ["session.awaiting.*"].compactMap { Pattern($0) }

  /// - Parameter roots: the stores in which the reader may create topics.
  static func topics(_ mirror: Mirror, roots: [String]) -> WebPage {
    let rows = mirror.boxes.filter { $0.path.hasSuffix(".summary") }.map { path, value -> HTML in
      "<li id=\"\(Fragments.Style.row.id(of: path))\">\(Fragments.html(path, value, .row))</li>"
    }
    let alerts = mirror.boxes.filter { $0.path.hasSuffix(".isErrorFree") }.map {
      path, value -> HTML in
      "<div id=\"\(Fragments.Style.row.id(of: path))\">\(Fragments.html(path, value, .row))</div>"
    }
    let forms = roots.map { root in
      Form(
        intent: "\(root).create", button: "Create",
        fields: [
          Form.Field(
            name: "title", label: roots.count == 1 ? "New topic" : "New topic in \(root)",
            kind: .line, isRequired: true)
        ], returning: URLPath()
      ).html
    }
    return WebPage(
      "Topics",
      """
      <h1>Topics</h1>\(alerts)
      <ul class="topics" data-grows="\(Fragments.Style.row.id(of: ""))">\(rows)</ul>
      \(rows.isEmpty ? "<p class=\"empty\">There are no topics yet.</p>" : "")
      \(forms)
      """, in: .topics)
  }

  static func awaiting(_ mirror: Mirror) -> WebPage {
    let path = AwaitingItem.box
    return WebPage(
      "Awaiting you",
      "<h1>Awaiting you</h1>\(Fragments.element(path, mirror[path]))", in: .awaiting)
  }

  static func posts(
    _ place: [String], _ mirror: Mirror, mayWrite: Bool
  ) -> WebPage? {
    let path = place.joined(separator: ".")
    guard let title = mirror["\(path).summary"]?["title"]?.string else { return nil }
    let draft: HTML = "<p><a href=\"\(URLPath(place + [DraftPage.segment]))\">Write a post</a></p>"
    return WebPage(
      "Posts about \(title)",
      """
      <p><a href="\(URLPath(place))">\(title)</a></p><h1>Posts</h1>
      \(Fragments.element("\(path).posts.items", mirror["\(path).posts.items"]))
      \(mayWrite ? draft : "")
      """)
  }

  static func post(_ place: [String], _ post: PostText, allowed: Set<String>) -> WebPage {
    let path = place.joined(separator: ".")
    let paragraphs = post.content.split(separator: "\n", omittingEmptySubsequences: true).map {
      line -> HTML in "<p>\(String(line))</p>"
    }
    let edit = Form(
      intent: "\(path).posts.edit", button: "Save",
      fields: [
        .hidden("id", post.id), .hidden("ifUpdated", post.updated ?? ""),
        Form.Field(name: "title", label: "Title", kind: .line, value: post.title, isRequired: true),
        Form.Field(
          name: "content", label: "Content", kind: .text, value: post.content, isRequired: true),
      ], returning: URLPath(place + ["posts", post.id]))
    let remove = URLPath(
      ["call", "\(path).posts.remove"],
      query: [("id", post.id), ("return", URLPath(place + ["posts"]).text)])
    return WebPage(
      post.title,
      """
      <p><a href="\(URLPath(place + ["posts"]))">Posts</a></p>
      <article><h1>\(post.title)</h1><p class="notes">\(post.author) · \(post.dates)</p>
      \(paragraphs)\(Fragments.links(post.links))</article>
      \(allowed.contains("\(path).posts.edit") ? "<details><summary>Edit</summary>\(edit.html)</details>" : "")
      \(allowed.contains("\(path).posts.remove") ? "<p class=\"more\"><a href=\"\(remove)\">Delete</a></p>" : "")
      """)
  }

  /// What was done, newest first.
  static func history(_ items: [HistoryItem]) -> WebPage {
    WebPage("History", "<h1>History</h1>\(list(items.map { row($0) }))")
  }

  /// - Parameters:
  ///   - items: newest first.
  ///   - root: the store.
  ///   - mirror: the titles of topics.
  static func feed(_ items: [(root: String, item: HistoryItem)], _ mirror: Mirror) -> WebPage {
    let rows = items.map { root, item -> HTML in
      guard let id = item.topic else { return row(item) }
      let title = mirror["\(root).\(id).summary"]?["title"]?.string ?? id
      return row(item, of: "<a href=\"\(URLPath(root, id))\">\(title)</a> ")
    }
    return WebPage("Feed", "<h1>Feed</h1>\(list(rows))", in: .feed)
  }

  private static func row(_ item: HistoryItem, of topic: HTML = "") -> HTML {
    let date = String(item.date.prefix(16)).replacing("T", with: " ")
    return """
      <li>\(topic)\(item.author) \(item.text)<span class="notes"><time datetime="\(item.date)">\
      \(date) UTC</time></span></li>
      """
  }

  private static func list(_ rows: [HTML]) -> HTML {
    rows.isEmpty
      ? "<p class=\"empty\">Nothing has happened yet.</p>" : "<ul class=\"history\">\(rows)</ul>"
  }
}
