internal import BoardValues
internal import BoxClient
internal import BoxWire

/// Boxes as HTML. A fragment depends on the box alone, not on who looks at it: it has no form, and its
/// links lead to pages that know what their reader may do.
enum Fragments {
  /// What a page needs of a box.
  enum Style: String {
    case box
    /// A row of a list of topics.
    case row
    /// A value of a scene that has no page of its own.
    case value

    /// The id of the element that shows a box.
    func id(of path: String) -> String { "\(rawValue):\(path)" }
  }

  /// Returns the inside of the element that shows a box; empty if there is nothing to show.
  static func html(_ path: String, _ value: JSONText?, _ style: Style = .box) -> HTML {
    guard let value else { return "" }
    guard style != .value else { return any(value) }
    let segments = path.split(separator: ".").map(String.init)
    guard segments.count >= 2 else { return "" }
    switch segments.suffix(2).joined(separator: ".") {
    case "awaiting.items":
      return list(value, as: AwaitingItem.self, or: "Nothing awaits you.", item)
    case "pros.items", "cons.items": return arguments(value, at: Array(segments.dropLast()))
    case "positions.items":
      return list(value, as: PositionItem.self, or: "Nobody has answered yet.", item)
    case "objections.items":
      return list(value, as: ObjectionItem.self, or: "Nobody objects.") { item($0, of: segments) }
    case "todos.items":
      return list(value, as: TodoItem.self, or: "There is nothing to do.") {
        item($0, of: segments)
      }
    case "posts.items":
      return list(value, as: PostItem.self, or: "There are no posts yet.") {
        item($0, of: segments)
      }
    case "options.items":
      return list(value, as: OptionItem.self, or: "") { item($0, of: segments) }
    default: break
    }
    switch segments[segments.count - 1] {
    case "summary": return style == .row ? row(value, of: segments) : summary(value)
    case "decision": return decision(value)
    case "isErrorFree": return alert(value)
    default: return ""
    }
  }

  /// Returns the element that shows a box.
  static func element(_ path: String, _ value: JSONText?) -> HTML {
    "<div id=\"\(Style.box.id(of: path))\" class=\"box\">\(html(path, value))</div>"
  }

  // MARK: Lists

  private static func list<Item: Decodable>(
    _ value: JSONText, as type: Item.Type, or nothing: HTML, _ item: (Item) -> HTML
  ) -> HTML {
    guard let items = try? value.decoded(as: [Item].self) else {
      return "<p class=\"alert\">This cannot be shown.</p>"
    }
    guard !items.isEmpty else {
      return nothing.text.isEmpty ? "" : "<p class=\"empty\">\(nothing)</p>"
    }
    return "<ul>\(items.map(item))</ul>"
  }

  private static func arguments(_ value: JSONText, at scene: [String]) -> HTML {
    list(value, as: ArgumentItem.self, or: scene.last == "pros" ? "No pros yet." : "No cons yet.") {
      item in
      let notes = [
        item.supporters.map { "\($0.count) for it" },
        item.comments.map { $0.count == 1 ? "1 comment" : "\($0.count) comments" },
      ].compactMap(\.self).joined(separator: " · ")
      let by = item.updatedBy ?? item.author
      return """
        <li data-key="\(item.id)" data-by="\(by)"><span class="weight" title="Weight">\(item.weight)</span>\
        <a href="\(URLPath(scene + [item.id]))">\(item.text)</a>\
        <span class="notes">\(item.author)\(notes.isEmpty ? "" : " · \(notes)")</span></li>
        """
    }
  }

  private static func item(_ item: AwaitingItem) -> HTML {
    let place = item.at.split(separator: ".").map(String.init)
    return """
      <li data-key="\(item.at).\(item.kind.rawValue).\(item.id ?? "")">\
      <a href="\(URLPath(place))">\(item.line)</a></li>
      """
  }

  private static func item(_ item: PositionItem) -> HTML {
    """
    <li data-key="\(item.person)" data-by="\(item.person)">\(item.line)\(links(item.links))</li>
    """
  }

  private static func item(_ item: ObjectionItem, of box: [String]) -> HTML {
    let place = URLPath(Array(box.dropLast()) + [item.id])
    return """
      <li data-key="\(item.id)" data-by="\(item.closedBy ?? item.answeredBy ?? item.author)" \
      class="\(item.status.rawValue)"><a href="\(place)">\(item.line)</a></li>
      """
  }

  private static func item(_ item: TodoItem, of box: [String]) -> HTML {
    let place = URLPath(Array(box.dropLast()) + [item.id])
    return """
      <li data-key="\(item.id)" data-by="\(item.updatedBy ?? item.author)" \
      class="\(item.done ? "done" : "open")"><a href="\(place)">\(item.line)</a></li>
      """
  }

  private static func item(_ item: PostItem, of box: [String]) -> HTML {
    let place = URLPath(Array(box.dropLast()) + [item.id])
    return """
      <li data-key="\(item.id)" data-by="\(item.updatedBy ?? item.author)"><a href="\(place)">\(item.title)</a>\
      <span class="notes">\(item.author) · \(item.dates)</span><p>\(item.subtitle)</p></li>
      """
  }

  private static func item(_ item: OptionItem, of box: [String]) -> HTML {
    let score = item.score > 0 ? "+\(item.score)" : String(item.score)
    return """
      <li data-key="\(item.id)" data-by="\(item.updatedBy ?? item.author)">\
      <span class="weight" title="Score">\(score)</span><a href="#option-\(item.id)">\(item.title)</a>\
      <span class="notes">\(item.pros) for, \(item.cons) against</span></li>
      """
  }

  // MARK: Single values

  private static func summary(_ value: JSONText) -> HTML {
    guard let summary = try? value.decoded(as: Summary.self) else { return "" }
    return "<h1>\(summary.title)</h1><p class=\"line\">\(summary.line)</p>\(balance(summary))"
  }

  private static func row(_ value: JSONText, of box: [String]) -> HTML {
    guard let summary = try? value.decoded(as: Summary.self) else { return "" }
    return """
      <a href="\(URLPath(Array(box.dropLast())))">\(summary.title)</a>\
      <span class="notes">\(summary.line)</span>\(balance(summary))
      """
  }

  private static func balance(_ summary: Summary) -> HTML {
    guard let share = summary.prosPercentage else { return "" }
    return """
      <meter min="0" max="100" value="\(share)" aria-label="The pros' share of the weight">\(share) %</meter>
      """
  }

  private static func decision(_ value: JSONText) -> HTML {
    guard let decision = try? value.decoded(as: DecisionItem.self) else { return "" }
    let reason: HTML = decision.reason.map { "<blockquote>\($0)</blockquote>" } ?? ""
    return """
      <p class="decision \(decision.status.rawValue)">\(decision.line)</p>\(reason)\(links(decision.links))
      """
  }

  private static func alert(_ value: JSONText) -> HTML {
    // A list says itself that it is empty.
    guard let alert = Alert(path: "isErrorFree", value: value), !alert.isInvitation else {
      return ""
    }
    let message = value["message"]?.string
    return "<p class=\"alert\" role=\"alert\">\(message ?? "The store does not work.")</p>"
  }

  /// Links to other sites, as the daemon has found them in a text.
  static func links(_ urls: [String]?) -> HTML {
    let links = (urls ?? []).compactMap { OutsideLink($0)?.html }
    return links.isEmpty ? "" : "<span class=\"links\">\(links)</span>"
  }
}
