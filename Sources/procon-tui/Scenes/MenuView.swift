internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import UVLoop

/// All intents of a scene as a menu, in place of the view of that scene, until one is carried out.
@LoopActor
final class MenuView: SceneView {
  let bindings = KeyTable.menu
  var field: TextField? {
    didSet { if isForm, field == nil, oldValue != nil { closed?() } }
  }
  /// Whether it was opened for one intent only, and closes with its fields.
  private var isForm = false

  /// The view of the scene.
  let below: any SceneView
  /// Called to show the view below again.
  var closed: (@LoopActor () -> Void)?
  private var heading = SceneHeading()
  private var menu = IntentMenu()

  init(over below: any SceneView, _ scene: ShownScene) {
    self.below = below
    update(scene)
  }

  private func update(_ scene: ShownScene) {
    heading = SceneHeading(scene)
    menu.show(scene)
  }

  // MARK: The view below

  var news: News? { below.news }

  /// What the user has typed in the menu itself.
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
    update(scene)
    below.show(scene, occasion)
  }

  func conflicted(_ call: Call) -> Deed? { below.conflicted(call) }

  func answered(_ call: Call, _ answer: JSONText) {
    below.answered(call, answer)
    // The answer may be late.
    if field == nil { closed?() }
  }

  // MARK: The menu

  func draw(on canvas: inout Canvas, rows: Range<Int>) {
    let rest = heading.draw(on: &canvas, rows: rows) + 1..<rows.upperBound
    let above = field.map { menu.draw($0, on: &canvas, atEndOf: rest) }
    menu.draw(on: &canvas, rows: above?.dropLast() ?? rest)
  }

  func perform(_ command: Command) -> Deed? {
    guard command == .open else {
      _ = menu.move(command)
      return nil
    }
    return choose(asking: nil, given: Parameters())
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

  /// Chooses an intent, as a user does in the menu.
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
    isForm = true
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

  /// The scene shows the effect of the forms that it opens.
  func told(_ answer: JSONText) -> JSONText? {
    isForm ? below.told(answer) : answer.withoutSecrets
  }

  func click(row: Int, column: Int) {
    menu.click(row: row)
  }

  func scroll(row: Int, column: Int, by rows: Int) {
    menu.scroll(by: rows)
  }
}
