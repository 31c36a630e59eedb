internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import UVLoop

/// The form of an intent, in front of a view, until it is sent.
@LoopActor
final class FormView: FrontView {
  let bindings = KeyTable.form
  var field: TextField? { didSet { if field == nil, oldValue != nil { closed?() } } }

  let below: any SceneView
  var closed: (@LoopActor () -> Void)?
  /// Whether the scene does not show the effect of the intent, so that its answer is shown.
  private let showsAnswer: Bool
  private var menu = IntentMenu()

  init(over below: any SceneView, _ scene: ShownScene, showsAnswer: Bool) {
    (self.below, self.showsAnswer) = (below, showsAnswer)
    menu.show(scene)
  }

  // MARK: The view below

  var news: News? { below.news }

  /// What the user has typed in the form itself.
  var typed: String { menu.unsaved(field) }

  var unsaved: String {
    [typed, below.unsaved].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  var resumption: [Call] { below.resumption }

  func resume(_ scene: ShownScene) {
    below.resume(scene)
  }

  func leaving() -> String? { below.leaving() }

  func show(_ scene: ShownScene, _ occasion: Occasion) {
    menu.show(scene)
    below.show(scene, occasion)
  }

  func conflicted(_ call: Call) -> Deed? { below.conflicted(call) }

  func answered(_ call: Call, _ answer: JSONText) {
    below.answered(call, answer)
    // The answer may be late.
    if field == nil { closed?() }
  }

  // MARK: The form

  func draw(on canvas: inout Canvas, rows: Range<Int>) {
    guard let field else { return }
    let row = SceneHeading.draw(menu.title, on: &canvas, rows: rows) + (rows.count > 12 ? 1 : 0)
    let end = min(rows.upperBound, row + menu.height(of: field, width: canvas.columns))
    _ = menu.draw(field, on: &canvas, atEndOf: row..<end)
  }

  func perform(_ command: Command) -> Deed? { nil }

  func takes(_ key: Key) -> Bool {
    guard let field, !field.moveLine(key) else { return self.field != nil }
    guard let next = menu.move(key, from: field.text) else { return false }
    self.field = next
    return true
  }

  private func choose(asking: [ParameterName]?, given: Parameters) -> Deed? {
    let chosen = menu.choose(asking: asking, given: given) { [below] in
      below.suggestion(for: $0, of: $1)
    }
    field = chosen.field
    if case .call(let call) = chosen.deed, let question = below.question(before: call) {
      return .ask(question, .call(call))
    }
    return chosen.deed
  }

  /// Asks for the parameters of an intent.
  ///
  /// - Parameters:
  ///   - asking: the parameters to ask for; nil for all that are not given.
  ///   - given: what the intent is called with besides.
  /// - Returns: what follows from it, unless its parameters are asked for.
  func choose(_ intent: String, asking: [ParameterName]?, given: Parameters) -> Deed? {
    guard menu.select(intent) else {
      closed?()
      return .say("You may not do that here.")
    }
    let deed = choose(asking: asking, given: given)
    // Without parameters, there is nothing to show.
    if field == nil { closed?() }
    return deed
  }

  func goBack() -> Bool {
    closed?()
    return true
  }

  func submit(_ field: TextField) -> Submission {
    let submission = menu.submit(field)
    guard case .call(let call) = submission, let question = below.question(before: call) else {
      return submission
    }
    return .ask(question, call)
  }

  func resolve(_ field: TextField) -> Bool { menu.overwrite() }

  func refused(_ field: TextField, _ error: RequestError) -> TextField? { menu.refused(error) }

  func told(_ answer: JSONText) -> JSONText? {
    below.told(answer) ?? (showsAnswer ? answer.withoutSecrets : nil)
  }
}
