internal import BoardValues
internal import BoxClient
internal import BoxWire

/// An argument, an objection or a todo, with all that can be done with it.
struct ItemPage {
  /// The path of its scene, such as `topics.ai.pros`.
  let scene: [String]
  let id: String
  let mirror: Mirror
  let allowed: Set<String>
  /// The reader's name; nil if it is not known.
  let reader: String?

  static func patterns(_ scene: [String]) -> [Pattern] {
    let topic = scene.prefix(2).joined(separator: ".")
    return ["\(scene.joined(separator: ".")).items", "\(topic).summary"].compactMap { Pattern($0) }
  }

  private var path: String { scene.joined(separator: ".") }
  private var summary: JSONText? {
    mirror["\(scene.prefix(2).joined(separator: ".")).summary"]
  }
  private var home: URLPath { URLPath(Array(scene.prefix(2))) }
  private var here: URLPath { URLPath(scene + [id]) }

  /// nil if there is no such item.
  var page: WebPage? {
    guard let items = mirror["\(path).items"]?.elements,
      let item = items.first(where: { $0["id"]?.string == id })
    else { return nil }
    let contents: HTML?
    switch scene.last {
    case "pros", "cons": contents = (try? item.decoded(as: ArgumentItem.self)).map(argument)
    case "objections": contents = (try? item.decoded(as: ObjectionItem.self)).map(objection)
    case "todos": contents = (try? item.decoded(as: TodoItem.self)).map(todo)
    default: contents = nil
    }
    let title = summary?["title"]?.string
    return contents.map {
      WebPage(
        item["text"]?.string ?? id,
        "<p><a href=\"\(home)\">\(title ?? scene[1])</a></p>\($0)")
    }
  }

  private func argument(_ item: ArgumentItem) -> HTML {
    let comments = (item.comments ?? []).map { comment -> HTML in
      """
      <li data-key="\(comment.id)">\(comment.text)\(Fragments.links(comment.links))\
      <span class="notes">\(comment.author)\(date(comment.created))</span>
      \(link("uncomment", "Remove", [("comment", comment.id)], to: here))</li>
      """
    }
    let by = item.updatedBy.map { $0 == item.author ? "" : ", changed by \($0)" } ?? ""
    return """
      <h1>\(item.text)</h1>\(Fragments.links(item.links))
      <p class="notes">\(item.author)\(date(item.created))\(by) · weight \(item.weight)\
      \(item.supporters.map { " · supported by \($0.joined(separator: ", "))" } ?? "")</p>
      <h2>Comments</h2><ul>\(comments)</ul>
      \(form("comment", "Comment", [Form.Field(name: "text", label: "Your comment", kind: .text, isRequired: true)]))
      \(summary?["decisionText"] == nil ? changes(of: item) : "")
      """
  }

  /// What can be done until the topic is decided.
  private func changes(of item: ArgumentItem) -> HTML {
    let isSupported = reader.map { (item.supporters ?? []).contains($0) }
    let support = form("support", "I support this", [.hidden("support", "true")])
    let withdrawal = form("support", "I no longer do", [.hidden("support", "false")])
    return """
      \(isSupported == true ? "" : support)\(isSupported == false ? "" : withdrawal)
      <details><summary>Change</summary>\(form(
        "change", "Save",
        [
          Form.Field(name: "text", label: "Text", kind: .line, value: item.text, isRequired: true),
          Form.Field(name: "weight", label: "Weight", kind: .number(1...5), value: "\(item.weight)"),
          .hidden("ifUpdated", item.updated ?? ""),
        ]))</details>
      <p class="more">\(link("move", "Move", [], to: home)) \(link("remove", "Remove", [], to: home))</p>
      """
  }

  private func objection(_ item: ObjectionItem) -> HTML {
    let answer = item.answer.map { answer -> HTML in
      """
      <blockquote>\(answer)<span class="notes">\(item.answeredBy ?? "")\(date(item.answered))</span></blockquote>
      """
    }
    return """
      <h1>\(item.text)</h1>\(Fragments.links(item.links))
      <p class="notes">\(item.author)\(date(item.created)) · \(item.status.rawValue)\
      \(item.closedBy.map { " by \($0)" } ?? "")</p>\(answer)
      \(form("answer", "Answer", [Form.Field(name: "text", label: "Your answer", kind: .text, isRequired: true)]))
      \(form("resolve", "Resolve", []))\(form("withdraw", "Withdraw", []))
      """
  }

  private func todo(_ item: TodoItem) -> HTML {
    """
    <h1>\(item.text)</h1>\(Fragments.links(item.links))
    <p class="notes">\(item.done ? "done" : "open")\(item.assignee.map { " · \($0)" } ?? "")\
    \(item.due.map { " · until \($0)" } ?? "")</p>
    \(item.done ? form("uncheck", "Not done yet", []) : form("check", "Done", []))
    <details><summary>Change</summary>\(form(
      "change", "Save",
      [
        Form.Field(name: "text", label: "What", kind: .line, value: item.text, isRequired: true),
        Form.Field(name: "assignee", label: "Who", kind: .line, value: item.assignee ?? ""),
        Form.Field(name: "due", label: "Until", kind: .date, value: item.due ?? ""),
        .hidden("ifUpdated", item.updated ?? ""),
      ]))</details>
    <p class="more">\(link("move", "Move", [], to: home)) \(link("remove", "Remove", [], to: home))</p>
    """
  }

  private func date(_ text: String?) -> String { text.map { " on \($0.prefix(10))" } ?? "" }

  private func form(_ name: String, _ button: String, _ fields: [Form.Field]) -> HTML {
    let intent = "\(path).\(name)"
    guard allowed.contains(intent) else { return "" }
    return Form(
      intent: intent, button: button, fields: [.hidden("id", id)] + fields, returning: here
    ).html
  }

  private func link(
    _ name: String, _ title: HTML, _ values: [(name: String, value: String)], to next: URLPath
  ) -> HTML {
    let intent = "\(path).\(name)"
    guard allowed.contains(intent) else { return "" }
    let query = [("id", id)] + values.map { ($0.name, $0.value) } + [("return", next.text)]
    return "<a href=\"\(URLPath(["call", intent], query: query))\">\(title)</a>"
  }
}
