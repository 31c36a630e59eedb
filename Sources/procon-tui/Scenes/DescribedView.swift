internal import BoxClient
internal import BoxWire
internal import UVLoop

/// A scene of a kind that this program does not know: its boxes by their schemas, and its intents as
/// a menu.
@LoopActor
final class DescribedView: SceneView {
  let bindings = KeyTable.described
  var field: TextField?

  private var heading = SceneHeading()
  private var scene: ShownScene?
  /// The boxes of the scene on lines of a width; nil until they are drawn.
  private var boxes: (width: Int, lines: [String])?
  private var page = TextPage()
  private var menu = ListPosition()
  private var menuRows = 0..<0
  private var form: IntentForm?

  private var intents: [SceneIntent] { scene?.description.intents ?? [] }

  func show(_ scene: ShownScene, _ occasion: Occasion) {
    (self.scene, boxes) = (scene, nil)
    heading = SceneHeading(scene)
    menu.select(menu.selected, of: intents.count)
  }

  // MARK: Drawing

  func draw(on canvas: inout Canvas, rows: Range<Int>) {
    let first = heading.draw(on: &canvas, rows: rows) + 1
    let below = field == nil ? menuLines : formLines(width: canvas.columns)
    let height = min(below.count, field == nil ? max(3, rows.count / 3) : rows.count - 2)
    let start = max(first, rows.upperBound - height)
    page.draw(lines(width: canvas.columns), on: &canvas, rows: first..<max(first, start - 1))
    guard let field else {
      menuRows = start..<rows.upperBound
      menu.reveal(of: below.count, room: menuRows.count) { _ in 1 }
      for (index, line) in below.enumerated().dropFirst(menu.top).prefix(menuRows.count) {
        let isSelected = index == menu.selected
        canvas.fill(
          line, row: start + index - menu.top, width: canvas.columns,
          isSelected ? Style.plain.selected : .plain)
      }
      return
    }
    for (row, line) in zip(start..<rows.upperBound, below) { canvas.put(line, row: row, .dim) }
    field.draw(on: &canvas, row: rows.upperBound - 1, width: canvas.columns)
  }

  private func lines(width: Int) -> [String] {
    if let boxes, boxes.width == width { return boxes.lines }
    let lines = scene.map { DescribedBoxes($0).lines(width: width) } ?? []
    boxes = (width, lines)
    return lines
  }

  private var menuLines: [String] {
    intents.map { $0.summary.isEmpty ? $0.name : "\($0.name)  \($0.summary)" }
  }

  /// What is known about the parameter, above the field.
  private func formLines(width: Int) -> [String] {
    guard let form else { return [] }
    let rules = "\(form.intent.name), \(form.parameter.name): \(form.parameter.rules)"
    let sentences = [rules, field?.refusal ?? form.parameter.description]
    return sentences.flatMap { $0.wrapped(to: width).prefix(TextField.mostLines) } + [""]
  }

  // MARK: Commands

  func perform(_ command: Command) -> Deed? {
    switch command {
    case .pageDown, .pageUp: _ = page.scroll(command)
    case .open: return choose()
    default: _ = menu.move(command, of: intents.count, page: menuRows.count)
    }
    return nil
  }

  private func choose() -> Deed? {
    guard intents.indices.contains(menu.selected) else { return nil }
    let form = IntentForm(intents[menu.selected], in: scene)
    guard form.intent.parameters.isEmpty else {
      self.form = form
      field = form.field()
      return nil
    }
    let call = Call(form.intent.path.text)
    return form.intent.question.map { .ask($0, .call(call)) } ?? .call(call)
  }

  func submit(_ field: TextField) -> Submission { form?.take(field.text) ?? .done }

  func refused(_ field: TextField, _ error: RequestError) -> TextField? {
    form?.field(after: error)
  }

  func answered(_ call: Call, _ answer: JSONText) {
    form = nil
  }

  func told(_ answer: JSONText) -> String? {
    let members = (answer.members ?? []).filter {
      $0.name != "revision" && !IntentParameter.secretNames.contains($0.name)
    }
    return members.isEmpty ? nil : JSONText(members: members).description
  }

  func click(row: Int, column: Int) {
    guard menuRows.contains(row) else { return }
    menu.select(menu.top + row - menuRows.lowerBound, of: intents.count)
  }

  func scroll(row: Int, column: Int, by rows: Int) {
    _ = page.scroll(rows > 0 ? .down : .up)
  }
}
