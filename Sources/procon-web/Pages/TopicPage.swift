internal import BoardValues
internal import BoxClient
internal import BoxWire

/// A topic: its decision, options, both sides, and the lists that belong to it, with the forms for what
/// its reader may do.
struct TopicPage {
  /// The path of the topic: its root and its id.
  let place: [String]
  let mirror: Mirror
  /// The intents that the reader may call.
  let allowed: Set<String>

  var path: String { place.joined(separator: ".") }

  static func patterns(_ place: [String]) -> [Pattern] {
    [Pattern("\(place.joined(separator: ".")).**")].compactMap(\.self)
  }

  private var summary: Summary? { read("summary") }
  private var options: [OptionItem] { read("options.items") ?? [] }
  private var decision: DecisionItem? { read("decision") }
  private var isOpen: Bool { decision.map { $0.outcome == nil && $0.author == nil } ?? true }
  /// The page itself, to which forms return.
  private var home: URLPath { URLPath(place) }

  /// nil for a topic that does not exist, or that the reader may not read.
  var page: WebPage? {
    guard let summary else { return nil }
    let hasOwn =
      options.isEmpty
      || ["pros", "cons"].contains { side in
        (read("\(side).items") as [ArgumentItem]?)?.isEmpty == false
      }
    return WebPage(
      summary.title,
      """
      <header data-grows="\(Fragments.Style.box.id(of: "\(path).options."))">\(box("summary"))\(box("decision"))</header>
      \(alerts)
      \(options.isEmpty ? "" : "<section><h2>Options</h2>\(box("options.items"))</section>")
      \(hasOwn ? sides(of: path, titled: nil) : "")
      \(options.map { option in sides(of: "\(path).options.\(option.id)", titled: option) })
      <div class="panes">
      <section><h2>Positions</h2>\(box("positions.items"))\(positionForms)</section>
      <section><h2>Objections</h2>\(box("objections.items"))\(objectionForms)</section>
      <section><h2>Todos</h2>\(box("todos.items"))\(todoForms)</section>
      <section><h2>Posts</h2>\(box("posts.items"))
      <p><a href="\(URLPath(place + ["posts"]))">All posts</a></p></section>
      </div>
      \(decisionForms)
      <p class="more"><a href="\(URLPath(place + ["history"]))">History</a>
      \(isOpen ? boardLinks : "")
      \(link(store: "undo", "Undo my last change", [("id", place[1])]))
      \(link(store: "redo", "Do it again", [("id", place[1])]))
      \(link(store: "remove", "Delete", [("id", place[1])]))</p>
      """)
  }

  private func read<Value: Decodable>(_ box: String) -> Value? {
    mirror["\(path).\(box)"].flatMap { try? $0.decoded(as: Value.self) }
  }

  private func box(_ name: String) -> HTML {
    Fragments.element("\(path).\(name)", mirror["\(path).\(name)"])
  }

  private var alerts: HTML {
    let boxes = mirror.boxes.map(\.path).filter { $0.hasSuffix(".isErrorFree") }
    return "\(boxes.map { Fragments.element($0, mirror[$0]) })"
  }

  /// What stays as it is once the topic is decided.
  private var boardLinks: HTML {
    """
    \(link("options.add", "Add an option")) \(link("options.convert", "Make the board an option"))
    \(link(store: "rename", "Rename", [("id", place[1])]))
    """
  }

  // MARK: Sides

  private func sides(of board: String, titled option: OptionItem?) -> HTML {
    let heading: HTML =
      if let option {
        """
        <h2 id="option-\(option.id)">\(option.title)</h2>\(option.text.map { "<p>\($0)</p>" })\
        \(Fragments.links(option.links))
        """
      } else {
        ""
      }
    return """
      <section class="board">\(heading)<div class="sides">\
      \(side("pros", of: board, option))\(side("cons", of: board, option))</div></section>
      """
  }

  private func side(_ side: String, of board: String, _ option: OptionItem?) -> HTML {
    let title: HTML = side == "pros" ? "👍 Pros" : "👎 Cons"
    let items = "\(board).\(side).items"
    let form = form(
      "\(board).\(side).add", side == "pros" ? "Add a pro" : "Add a con",
      [
        Form.Field(
          name: "text", label: side == "pros" ? "New pro" : "New con", kind: .line, isRequired: true
        ),
        Form.Field(name: "weight", label: "Weight", kind: .number(1...5), value: "1"),
      ], fragment: option.map { "option-\($0.id)" })
    // Below the title of an option, or at the level of the other lists.
    let heading: HTML = option == nil ? "<h2>\(title)</h2>" : "<h3>\(title)</h3>"
    let scene = "\(board).\(side)"
    let may = ["change", "move", "remove", "support"].filter {
      isOpen && allowed.contains("\(scene).\($0)")
    }
    let rights: HTML =
      may.isEmpty
      ? "" : " data-scene=\"\(scene)\" data-may=\"\(may.joined(separator: " "))\""
    return """
      <section class="\(side)"\(rights)>\(heading)\(Fragments.element(items, mirror[items]))\(isOpen ? form : "")</section>
      """
  }

  // MARK: Forms

  /// Returns a form for an intent; empty if the reader may not call it.
  private func form(
    _ intent: String, _ button: String, _ fields: [Form.Field], fragment: String? = nil
  ) -> HTML {
    guard allowed.contains(intent) else { return "" }
    let home = fragment.map { URLPath(place, fragment: $0) } ?? home
    return Form(intent: intent, button: button, fields: fields, returning: home).html
  }

  private func folded(_ title: HTML, _ form: HTML) -> HTML {
    form.text.isEmpty ? "" : "<details><summary>\(title)</summary>\(form)</details>"
  }

  /// Returns a link to the form of an intent; empty if the reader may not call it.
  private func link(
    store name: String, _ title: HTML, _ values: [(name: String, value: String)]
  ) -> HTML {
    let intent = "\(place[0]).\(name)"
    guard allowed.contains(intent) else { return "" }
    let after = name == "remove" ? URLPath() : home
    let target = URLPath(["call", intent], query: values + [("return", after.text)])
    return "<a href=\"\(target)\">\(title)</a>"
  }

  private func link(_ name: String, _ title: HTML) -> HTML {
    let intent = "\(path).\(name)"
    guard allowed.contains(intent) else { return "" }
    let target = URLPath(["call", intent], query: [("return", home.text)])
    return "<a href=\"\(target)\">\(title)</a>"
  }

  /// What can be chosen, with what people call it.
  private var choices: [(value: String, title: String)] {
    options.isEmpty ? [("yes", "Yes"), ("no", "No")] : options.map { ($0.id, $0.title) }
  }

  private var positionForms: HTML {
    guard isOpen else { return "" }
    let form = form(
      "\(path).positions.take", "Take this position",
      [
        Form.Field(
          name: "position", label: "I am for",
          kind: .choice(choices + [("abstain", "None: I abstain")]), isRequired: true),
        Form.Field(name: "because", label: "Because", kind: .line),
      ])
    return "\(form)\(link("positions.withdraw", "Withdraw mine"))"
  }

  private var objectionForms: HTML {
    guard isOpen else { return "" }
    return folded(
      "Object",
      form(
        "\(path).objections.raise", "Object",
        [Form.Field(name: "text", label: "What is wrong with it?", kind: .text, isRequired: true)]))
  }

  private var todoForms: HTML {
    folded(
      "Add a todo",
      form(
        "\(path).todos.add", "Add",
        [
          Form.Field(name: "text", label: "What", kind: .line, isRequired: true),
          Form.Field(name: "assignee", label: "Who", kind: .line),
          Form.Field(name: "due", label: "Until", kind: .date),
        ]))
  }

  private var decisionForms: HTML {
    let reason = Form.Field(name: "reason", label: "Because", kind: .text, isRequired: true)
    guard isOpen else {
      let forms = [
        folded("Reopen", form("\(path).decision.reopen", "Reopen", [])),
        folded(
          "Supersede",
          form(
            "\(path).decision.supersede", "Supersede",
            [Form.Field(name: "successor", label: "The topic that replaces it", kind: .line)])),
      ]
      return "<section class=\"deciding\">\(forms)</section>"
    }
    let outcome = Form.Field(
      name: "outcome", label: "The outcome", kind: .choice(choices), isRequired: true)
    let forms = [
      folded("Decide", form("\(path).decision.decide", "Decide", [outcome, reason])),
      folded(
        "Ask people, in place of the present rule",
        form(
          "\(path).decision.ask", "Ask",
          [
            Form.Field(name: "asked", label: "Names, or group:NAME", kind: .line),
            Form.Field(name: "quorum", label: "Quorum, such as 3 or 60%", kind: .line),
            Form.Field(name: "deadline", label: "Until, such as 2026-12-01T17:00:00Z", kind: .line),
            Form.Field(
              name: "autoClose", label: "Decide then, if one choice leads",
              kind: .choice([("false", "No"), ("true", "Yes")])),
            Form.Field(
              name: "objectionsBlock", label: "Open objections block",
              kind: .choice([("false", "No"), ("true", "Yes")])),
            Form.Field(
              name: "decidersResolve", label: "Those who decide can resolve objections",
              kind: .choice([("false", "No"), ("true", "Yes")])),
          ])),
      folded("Drop without an answer", form("\(path).decision.drop", "Drop", [reason])),
      folded(
        "Decide against the rule", form("\(path).decision.override", "Decide", [outcome, reason])),
    ]
    return "<section class=\"deciding\">\(forms)</section>"
  }
}
