internal import BoxClient
internal import BoxWire
internal import Terminal
internal import UVLoop

/// The program on its terminal, from the first page to the last key: shows what the route names, and
/// carries out keys.
@LoopActor
final class FullScreen {
  private let line: DaemonLine
  private let follower: SceneFollower<DaemonLine>
  let views = SceneViews()
  private var display: Display?
  private var calls = 0
  /// Keys that were pressed while a text was being saved.
  private var ahead: [Key] = []
  /// Ends the program.
  private let end: @LoopActor (Failure?) -> Void

  /// A question that waits for yes or no.
  private(set) var question: (text: String, call: Call)?
  /// Why the last key had no effect, or what it has done; nil if there is nothing to say.
  private(set) var message: (text: String, style: Style)?
  /// The first row of the help that is shown; nil if it is not.
  private(set) var help: Int?
  /// Present while the connection is lost.
  private(set) var loss: Countdown?

  init(_ line: DaemonLine, end: @escaping @LoopActor (Failure?) -> Void) {
    self.line = line
    self.end = end
    follower = SceneFollower(line, reconnects: true)
  }

  /// Connects, and then draws.
  ///
  /// - Throws: the reason why there is nothing to draw, or nothing to draw on.
  func start(_ output: StandardOutput, isColoured: Bool) async throws(Failure) {
    follower.changed = { [unowned self] in changed() }
    follower.interrupted = { [unowned self] pause in interrupted(pause) }
    follower.failed = { [unowned self] in end($0) }
    views.redraw = { [unowned self] in display?.redraw() }
    try await follower.start()
    changed()
    display = Display(output, isColoured: isColoured) { [unowned self] in
      draw(columns: $0, rows: $1)
    }
    guard let display else { throw .noTerminal }
    display.pressed = { [unowned self] in press($0) }
    display.vanished = { [unowned self] in end(nil) }
  }

  /// Leaves the terminal as it was.
  func close() {
    display?.end()
    display = nil
  }

  // MARK: The daemon

  private func changed() {
    guard let scene = follower.shown else { return }
    loss = nil
    views.show(scene, isOwn: calls > 0)
    display?.redraw()
  }

  private func interrupted(_ pause: Duration) {
    question = nil
    loss = Countdown(pause) { [unowned self] in display?.redraw() }
    display?.redraw()
  }

  private func call(_ call: Call, done: @escaping @LoopActor (Result<JSONText, Failure>) -> Void) {
    guard loss == nil else { return done(.failure(.notSent(.closed))) }
    calls += 1
    LoopActor.task { [self] in
      let result: Result<JSONText, Failure>
      do throws(Failure) {
        result = .success(try await follower.call(call.intent, call.parameters))
      } catch {
        result = .failure(error)
      }
      calls -= 1
      if case .success(let answer) = result { line.keep(answer, of: call.intent) }
      done(result)
      let keys = ahead
      ahead = []
      keys.forEach(press)
      display?.redraw()
    }
  }

  /// Calls an intent for a key.
  private func carryOut(_ call: Call) {
    let view = views.shown
    self.call(call) { [self] in
      switch $0 {
      case .success(let answer):
        view?.answered(call, answer)
        if let text = view?.told(answer) { say(text) }
      case .failure(let failure): say(sentence(failure), .con)
      }
    }
  }

  private func sentence(_ failure: Failure) -> String {
    loss == nil
      ? failure.sentence : "There is no connection to the daemon; nothing was changed."
  }

  private func say(_ text: String, _ style: Style = .plain) {
    message = (text, style)
    display?.redraw()
  }

  // MARK: Keys

  private func press(_ key: Key) {
    defer { display?.redraw() }
    message = nil
    if let question { return answer(key, to: question.call) }
    if help != nil, scrollHelp(key) { return }
    guard let view = views.shown else { return }
    if let field = view.field { return type(key, in: field, of: view) }
    switch key {
    case .click(let row, let column): view.click(row: row, column: column)
    case .wheelUp(let row, let column): view.scroll(row: row, column: column, by: -1)
    case .wheelDown(let row, let column): view.scroll(row: row, column: column, by: 1)
    default:
      KeyTable.command(of: key, in: view.bindings).map { perform($0, in: view) }
    }
  }

  private func answer(_ key: Key, to call: Call) {
    question = nil
    if [.character("y"), .character("Y")].contains(key) { carryOut(call) }
  }

  /// - Returns: whether the help takes the key.
  private func scrollHelp(_ key: Key) -> Bool {
    guard let row = help else { return false }
    switch KeyTable.command(of: key, in: KeyTable.lists) {
    case .down: help = row + 1
    case .up: help = max(0, row - 1)
    case .quit: return false
    default: help = nil
    }
    return true
  }

  private func perform(_ command: Command, in view: any SceneView) {
    switch command {
    case .quit: end(nil)
    case .redraw: display?.redrawAll()
    case .help: help = 0
    case .back:
      guard !view.goBack() else { return }
      let call = Call("session.dismiss")
      if let text = view.leaving() { question = (text, call) } else { carryOut(call) }
    default:
      switch view.perform(command) {
      case .call(let call): carryOut(call)
      case .ask(let text, let call): question = (text, call)
      case .copy(let call, let member): copy(call, member)
      case .editor(let text, let call): edit(text, then: call)
      case .say(let text): say(text)
      case nil: break
      }
    }
  }

  private func copy(_ call: Call, _ member: String) {
    self.call(call) { [self] result in
      switch result {
      case .success(let answer):
        guard let text = answer[member]?.string else { return }
        display?.copy(text)
        say("Copied.")
      case .failure(let failure): say(sentence(failure), .con)
      }
    }
  }

  /// Lets the user edit a text in the editor of their choice.
  private func edit(_ text: String, then call: @escaping (String) -> Call) {
    display?.suspend()
    LoopActor.task { [self] in
      let result = await Editor.result(of: text)
      display?.resume()
      switch result {
      case .success(let edited): if edited != text { carryOut(call(edited)) }
      case .failure(let error): say(error.sentence, .con)
      }
    }
  }

  // MARK: Fields

  private func type(_ key: Key, in field: TextField, of view: any SceneView) {
    guard !field.isSaving else { return ahead.append(key) }
    switch field.press(key) {
    case .submitted: save(field, of: view)
    case .cancelled, .ended: view.field = nil
    case .turned, nil: break
    }
  }

  private func save(_ field: TextField, of view: any SceneView) {
    switch view.submit(field) {
    case .done: view.field = nil
    case .next(let next): view.field = next
    case .refused(let sentence): field.refusal = sentence
    case .call(let call): send(call, of: field, in: view)
    case .ask(let text, let call):
      view.field = nil
      question = (text, call)
    }
  }

  private func send(_ call: Call, of field: TextField, in view: any SceneView) {
    field.isSaving = true
    self.call(call) { [self] result in
      field.isSaving = false
      switch result {
      case .success(let answer):
        view.field = nil
        view.answered(call, answer)
        if let text = view.told(answer) { say(text) }
      case .failure(let failure) where failure.isConflict:
        view.resolve(field)
        field.refusal = "Changed in the meantime. Enter saves your text, Esc keeps the other one."
      case .failure(.refused(let error)): view.field = view.refused(field, error)
      case .failure(let failure): field.refusal = sentence(failure)
      }
    }
  }
}

extension Editor {
  /// Lets the user edit a text.
  fileprivate static func result(of text: String) async -> Result<String, EditorError> {
    do throws(EditorError) {
      let editor = try await Editor(text)
      do throws(EditorError) {
        let edited = try await editor.edit()
        await editor.remove()
        return .success(edited)
      } catch {
        await editor.remove()
        throw error
      }
    } catch {
      return .failure(error)
    }
  }
}
