internal import BoxClient
internal import BoxWire
internal import UVLoop

/// A post that is read or edited, or a draft of a new one: a title above a content.
@LoopActor
final class WritingView: SceneView {
  let bindings: [KeyBinding]
  var field: TextField?

  /// `session.post` or `session.draft`.
  private let scene: String
  private let isDraft: Bool
  private var heading = SceneHeading()
  private var title = ""
  private var content = ""
  private var byline = ""
  private var isEditing = false
  private var canSave = false
  private var isSaving = false
  private var page = TextPage()
  /// Title and content before the editing.
  private var stored = (title: "", content: "")

  /// - Parameter isDraft: whether it is a draft; otherwise it is a post.
  init(isDraft: Bool) {
    self.isDraft = isDraft
    scene = isDraft ? "session.draft" : "session.post"
    bindings = isDraft ? KeyTable.draft : KeyTable.post
  }

  func show(_ scene: ShownScene, isOwn: Bool) {
    heading = SceneHeading(scene)
    let value = { (name: String) in scene["\(self.scene).\(name)"] }
    title = value("title")?.string ?? ""
    content = value("content")?.string ?? ""
    byline = ["author", "dates"].compactMap { value($0)?.string }.filter { !$0.isEmpty }
      .joined(separator: ", ")
    isEditing = isDraft || value("isEditing")?.boolean == true
    if !isEditing { stored = (title, content) }
    canSave = value("canSave")?.boolean == true
    isSaving = value("isFetching")?.boolean == true
  }

  func draw(on canvas: inout Canvas, rows: Range<Int>) {
    var row = heading.draw(on: &canvas, rows: rows)
    if isEditing {
      canvas.put("Title: ", row: row, .dim)
      canvas.put(title, row: row, column: "Title: ".count, .bold)
      row += 1
    } else if !byline.isEmpty {
      canvas.put(byline, row: row, .dim)
      row += 1
    }
    let notes = field?.notes ?? []
    let bottom = rows.upperBound - (field == nil ? 1 : 1 + notes.count)
    let lines = TextPage.lines(of: content, width: canvas.columns)
    page.draw(lines, on: &canvas, rows: min(row + 1, bottom)..<bottom)
    guard let field else {
      canvas.put(state, row: bottom, .dim)
      return
    }
    field.draw(on: &canvas, row: bottom, width: canvas.columns)
    for (index, note) in notes.enumerated() {
      canvas.put(note.text, row: bottom + 1 + index, note.style)
    }
  }

  private var state: String {
    if isSaving { return "saving …" }
    guard isEditing else { return "" }
    return canSave ? "being edited · s saves it" : "being edited · cannot be saved yet"
  }

  // MARK: Commands

  func perform(_ command: Command) -> Deed? {
    if page.scroll(command) { return nil }
    switch command {
    case .edit where !isEditing: return call("edit")
    case .edit, .rename: editField("title", title)
    case .editContent: editField("content", content)
    case .editor:
      guard isEditing else { return .say("Press e to edit the post first.") }
      return .editor(text: content) { [intent = "\(scene).setContent"] in
        Call(intent, ["content": JSONText($0)])
      }
    case .save where isEditing: return call(isDraft ? "save" : "edit")
    case .cancel where isEditing:
      let call = Call("\(scene).cancel")
      return isTyped ? .ask("Discard what you typed?", call) : .call(call)
    case .delete where !isDraft: return .ask(SceneIntent.deletion, Call("\(scene).delete"))
    default: break
    }
    return nil
  }

  /// Whether there is anything that is not saved.
  private var isTyped: Bool { isEditing && (title, content) != stored }

  private func call(_ intent: String) -> Deed { .call(Call("\(scene).\(intent)")) }

  private func editField(_ name: String, _ text: String) {
    guard isEditing else { return }
    field = TextField(.member(name), label: "\(name): ", text: text)
  }

  func leaving() -> String? {
    isTyped ? "Leave without saving what you typed?" : nil
  }

  func submit(_ field: TextField) -> Submission {
    guard case .member(let name) = field.subject else { return .done }
    let intent = "\(scene).set\(name.prefix(1).uppercased())\(name.dropFirst())"
    return .call(Call(intent, Parameters([.init(name: name, value: JSONText(field.text))])))
  }

  func scroll(row: Int, column: Int, by rows: Int) {
    _ = page.scroll(rows > 0 ? .down : .up)
  }
}
