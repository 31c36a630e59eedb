internal import BoxClient
internal import BoxWire

/// A scene that has no page of its own, as the daemon describes it: its boxes, and the intents that the
/// reader may call.
struct ScenePage {
  /// The path of the scene.
  let path: String
  let mirror: Mirror
  let intents: [SceneIntent]

  static func patterns(_ path: String) -> [Pattern] { [Pattern("\(path).*")].compactMap(\.self) }

  /// nil if there is nothing to show.
  var page: WebPage? {
    guard !mirror.boxes.isEmpty || !intents.isEmpty else { return nil }
    let boxes = mirror.boxes.map { path, value -> HTML in
      let name = String(path.dropFirst(self.path.utf8.count + 1))
      let id = Fragments.Style.value.id(of: path)
      return """
        <section><h2>\(name)</h2><div id="\(id)" class="box">\(Fragments.html(path, value, .value))</div></section>
        """
    }
    let home = URLPath(path.split(separator: ".").map(String.init))
    let links = intents.map { intent -> HTML in
      let target = URLPath(["call", intent.path.text], query: [("return", home.text)])
      return """
        <li><a href="\(target)">\(intent.summary.isEmpty ? intent.name : intent.summary)</a></li>
        """
    }
    return WebPage(
      path,
      """
      <h1>\(path)</h1><div class="panes">\(boxes)</div>
      \(links.isEmpty ? "" : "<section><h2>What can be done</h2><ul>\(links)</ul></section>")
      """)
  }
}

extension Fragments {
  /// Any value: an array of objects as a table, an object as a list of its members.
  static func any(_ value: JSONText) -> HTML {
    if let elements = value.elements {
      let rows = elements.prefix(mostRows).map { $0.members ?? [(name: "", value: $0)] }
      var (names, known): ([String], Set<String>) = ([], [])
      for name in rows.joined().map(\.name)
      where names.count < mostColumns && known.insert(name).inserted {
        names.append(name)
      }
      guard !rows.isEmpty else { return "<p class=\"empty\">Nothing.</p>" }
      // Only the members of objects have names.
      let head: [HTML] =
        names == [""]
        ? []
        : names.map { name -> HTML in
          name.isEmpty ? "<td></td>" : "<th scope=\"col\">\(name)</th>"
        }
      let body = rows.map { row -> HTML in
        let cells = names.map { name -> HTML in
          "<td>\(row.first { $0.name == name }.map { plain($0.value) } ?? "")</td>"
        }
        return "<tr>\(cells)</tr>"
      }
      let more: HTML =
        elements.count > rows.count
        ? "<p class=\"notes\">\(elements.count - rows.count) more are not shown.</p>" : ""
      return """
        <div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead><tr>\(head)</tr></thead><tbody>\(body)</tbody></table></div>\(more)
        """
    }
    if let members = value.members {
      let items = members.map { name, value -> HTML in "<dt>\(name)</dt><dd>\(plain(value))</dd>" }
      return "<dl>\(items)</dl>"
    }
    return "<p>\(plain(value))</p>"
  }

  /// More than anybody reads; with any number, a small value could have a page of gigabytes.
  private static var mostRows: Int { 500 }
  private static var mostColumns: Int { 32 }

  /// A value on one line; nothing for null.
  private static func plain(_ value: JSONText) -> HTML {
    if let text = value.string { return "\(text)" }
    return value.isNull ? "" : "\(value.description)"
  }
}
