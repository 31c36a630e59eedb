internal import BoardValues
internal import BoxClient
internal import BoxWire

/// The intents of a scene as a menu, and the form of the one that was chosen.
struct IntentMenu {
  private var scene: ShownScene?
  private var list = ListPosition()
  /// The rows of the menu when it was drawn last.
  private var rows = 0..<0
  private var form: IntentForm?

  private var intents: [SceneIntent] { scene?.description.intents ?? [] }

  /// The lines that all intents take.
  var count: Int { intents.count }

  mutating func show(_ scene: ShownScene) {
    let path = intents.indices.contains(list.selected) ? intents[list.selected].path : nil
    self.scene = scene
    list.select(intents.firstIndex { $0.path == path } ?? list.selected, of: intents.count)
  }

  mutating func draw(on canvas: inout Canvas, rows: Range<Int>) {
    self.rows = rows
    list.reveal(of: intents.count, room: rows.count) { _ in 1 }
    let shown = intents.enumerated().dropFirst(list.top)
    for (row, (index, intent)) in zip(rows, shown) {
      let line = intent.summary.isEmpty ? intent.name : "\(intent.name)  \(intent.summary)"
      canvas.fill(
        line, row: row, width: canvas.columns,
        index == list.selected ? Style.plain.selected : .plain)
    }
  }

  /// What the form is about.
  var title: String { form?.intent.title ?? "" }

  /// The rows that the form takes, at most.
  func height(of field: TextField, width: Int) -> Int {
    (form?.parameters.count ?? 1) + field.height(width: width, most: .max)
      + notes(field, width: width).count
  }

  /// Draws the form on the last rows: all fields, and what is known about the one that is edited.
  ///
  /// - Returns: the rows above.
  func draw(_ field: TextField, on canvas: inout Canvas, atEndOf rows: Range<Int>) -> Range<Int> {
    guard let form else { return rows }
    let notes = notes(field, width: canvas.columns).prefix(max(0, rows.count - 1))
    // The one that is edited is among them.
    let room = max(1, rows.count - notes.count - (notes.isEmpty ? 0 : 1))
    let first = max(0, min(form.index - room / 2, form.parameters.count - room))
    let shown = form.parameters.indices.dropFirst(first).prefix(room)
    let gap = rows.count > shown.count + notes.count && !notes.isEmpty ? 1 : 0
    let height = field.height(
      width: canvas.columns, most: rows.count - notes.count - gap - shown.count + 1)
    let top = rows.upperBound - shown.count - height + 1 - gap - notes.count
    for (index, number) in shown.enumerated() {
      let row = top + index + (number > form.index ? height - 1 : 0)
      if number == form.index {
        field.draw(on: &canvas, row: row, width: canvas.columns, height: height)
      } else {
        let (label, text) = form.line(number)
        let end = canvas.put(label, row: row)
        canvas.put(text, row: row, column: end, .dim)
      }
    }
    for (row, line) in zip(rows.upperBound - notes.count..<rows.upperBound, notes) {
      canvas.put(line, row: row, field.refusal == line ? .con : .dim)
    }
    return rows.lowerBound..<top
  }

  /// Edits another field of the form, if a key leads there.
  ///
  /// - Parameter text: of the field that is edited.
  /// - Returns: the other field; nil if the key does something else.
  mutating func move(_ key: Key, from text: String) -> TextField? {
    let steps =
      switch key {
      case .down, .tab: 1
      case .up, .backTab: -1
      default: 0
      }
    return steps == 0 ? nil : form?.move(by: steps, from: text)
  }

  private func notes(_ field: TextField, width: Int) -> [String] {
    guard let form else { return [] }
    let rules = "\(form.intent.name), \(form.parameter.name): \(form.parameter.rules)"
    let sentences = [rules, field.refusal ?? form.parameter.description]
    return sentences.flatMap { $0.wrapped(to: width).prefix(TextField.mostLines) }
  }

  /// - Returns: whether the command is about rows.
  mutating func move(_ command: Command) -> Bool {
    list.move(command, of: intents.count, page: rows.count)
  }

  /// Selects an intent. Returns false if the scene does not have it.
  mutating func select(_ intent: String) -> Bool {
    guard let index = intents.firstIndex(where: { $0.path.text == intent }) else { return false }
    list.select(index, of: intents.count)
    return true
  }

  mutating func click(row: Int) {
    guard rows.contains(row) else { return }
    list.select(list.top + row - rows.lowerBound, of: intents.count)
  }

  mutating func scroll(by rows: Int) {
    list.select(list.selected + rows, of: intents.count)
  }

  /// Chooses the selected intent.
  ///
  /// - Parameters:
  ///   - asking: the parameters to ask for; nil for all that are not given.
  ///   - given: what the intent is called with besides.
  ///   - suggestion: returns the text with which the field of a parameter begins.
  /// - Returns: the field of its first parameter, or the deed if it has none.
  mutating func choose(
    asking: [ParameterName]? = nil, given: Parameters = Parameters(),
    suggestion: (_ parameter: ParameterName, _ intent: Path) -> String? = { _, _ in nil }
  ) -> (field: TextField?, deed: Deed?) {
    guard intents.indices.contains(list.selected) else { return (nil, nil) }
    let intent = intents[list.selected]
    let form = IntentForm(intent, in: scene, asking: asking, given: given) {
      suggestion($0, intent.path)
    }
    guard form.parameters.isEmpty else {
      self.form = form
      return (form.field(), nil)
    }
    let call = Call(form.intent.path.text, given)
    return (nil, form.intent.question.map { .ask($0, .call(call)) } ?? .call(call))
  }

  /// What was typed and is worth keeping; empty if there is nothing.
  func unsaved(_ field: TextField?) -> String { field.flatMap { form?.unsaved($0.text) } ?? "" }

  mutating func submit(_ field: TextField) -> Submission { form?.submit(field.text) ?? .done }

  /// See ``IntentForm/overwrite()``.
  mutating func overwrite() -> Bool { form?.overwrite() ?? false }

  mutating func refused(_ error: RequestError) -> TextField? { form?.field(after: error) }
}
