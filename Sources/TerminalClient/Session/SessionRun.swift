internal import BoxClient
internal import BoxWire
internal import Terminal
package import UVLoop

/// A session from its first page to its last line: follows the route, and carries out what the user
/// chooses.
///
/// It knows no order of scenes. What is shown after an intent is up to the daemon.
@LoopActor
package final class SessionRun {
  private let context: CommandContext
  private let dialog: SessionDialog
  private let follower: SceneFollower<CommandContext>
  /// Whether it waits for a line, and not for the daemon.
  private var isIdle = false
  /// Whether no more lines follow.
  private var hasEnded = false

  package init(_ context: CommandContext) {
    self.context = context
    dialog = SessionDialog(context)
    follower = SceneFollower(context, reconnects: dialog.isInteractive)
  }

  /// Returns when the input has ended.
  ///
  /// - Throws: the failure that ended the session.
  package func run() async throws(Failure) {
    // The follower's tasks may end later than this session, and what is printed last may be written
    // after it.
    follower.changed = { [weak self] in self?.update() }
    follower.interrupted = { [weak self] _ in
      self?.dialog.notify("The connection to the daemon is lost; trying again …")
    }
    follower.failed = { [weak self] in self?.dialog.fail($0) }
    context.output.observer = { [weak self] event in
      switch event {
      case .drained: self?.dialog.outputDrained()
      case .ended(let error): self?.dialog.fail(.output(error))
      }
    }
    context.reportWait = { [weak self] in self?.dialog.notify($0) }
    try await follower.start()
    show()
    while let line = try await nextLine() { try await carryOut(line) }
  }

  private func update() {
    if isIdle || dialog.isInteractive { show() }
  }

  private func show() {
    if let scene = follower.shown { dialog.show(scene) }
  }

  // MARK: Lines

  /// Waits for the next choice.
  ///
  /// - Returns: nil at the end of the input.
  private func nextLine() async throws(Failure) -> String? {
    while !hasEnded {
      guard case .line(let text) = try await answer(to: SessionPrompt(label: "> ")) else {
        continue
      }
      let line = text.trimmed
      if !line.isEmpty { return line }
    }
    return nil
  }

  private func answer(to prompt: SessionPrompt) async throws(Failure) -> SessionAnswer {
    isIdle = true
    defer { isIdle = false }
    let answer = try await dialog.answer(to: prompt)
    if answer == .ended { hasEnded = true }
    return answer
  }

  private func carryOut(_ line: String) async throws(Failure) {
    guard let scene = follower.shown else { return }
    if line == "?" { return dialog.explain(scene) }
    let failure: Failure
    do throws(Failure) {
      switch scene.choice(line) {
      case .intent(let intent): return try await perform(intent, in: scene)
      case .row(let row): return try await call(Path(row.intent), row.parameters)
      case .unknown(let sentence): failure = .inputUnusable(sentence)
      }
    } catch {
      failure = error
    }
    guard dialog.isInteractive, failure.concernsOneLine else {
      // It may show why.
      show()
      throw failure
    }
    if let sentence = failure.sentence { dialog.report(sentence) }
  }

  // MARK: Intents

  /// Asks for the parameters, and calls the intent unless the user cancels it.
  private func perform(_ intent: SceneIntent, in scene: ShownScene) async throws(Failure) {
    var members: [Parameters.Member] = []
    for parameter in intent.parameters {
      let asked = try await value(of: parameter, of: intent, in: scene)
      guard let asked else { return }
      if let value = asked.value { members.append(.init(name: parameter.name, value: value)) }
    }
    if let question = intent.question {
      let text = try await line(SessionPrompt(label: "\(question) [y/N] "))
      guard let text, ["y", "yes"].contains(text.trimmed.lowercased()) else { return }
    }
    try await call(intent.path, Parameters(members))
  }

  /// Asks until the answer is allowed.
  ///
  /// - Returns: nil if the user cancels the intent; a value of nil leaves the parameter out.
  private func value(
    of parameter: IntentParameter, of intent: SceneIntent, in scene: ShownScene
  ) async throws(Failure) -> (value: JSONText?, Void)? {
    let prompt = scene.prompt(for: parameter, of: intent)
    while true {
      guard let text = try await text(prompt) else { return nil }
      do throws(AnswerError) {
        return (try scene.value(of: text, for: parameter), ())
      } catch {
        guard dialog.isInteractive else { throw .inputUnusable(error.sentence) }
        dialog.report(error.sentence)
      }
    }
  }

  /// Waits for a text. A line that ends in a backslash continues on the next one; two backslashes
  /// at its end are one.
  ///
  /// - Returns: nil if the user cancels it.
  private func text(_ prompt: SessionPrompt) async throws(Failure) -> String? {
    var text = ""
    while let line = try await line(prompt) {
      guard !prompt.isSecret, line.hasSuffix("\\") else { return text + line }
      text += line.dropLast()
      if line.hasSuffix("\\\\") { return text }
      text += "\n"
    }
    return nil
  }

  /// Waits for a line.
  ///
  /// - Returns: nil if the user cancels it.
  /// - Throws: `Failure.inputUnusable` if a script ends too early.
  private func line(_ prompt: SessionPrompt) async throws(Failure) -> String? {
    if case .line(let line) = try await answer(to: prompt) { return line }
    guard dialog.isInteractive || !hasEnded else {
      throw .inputUnusable("standard input ended after '\(prompt.label.excerpt)' was asked for")
    }
    return nil
  }

  private func call(_ path: Path?, _ parameters: Parameters) async throws(Failure) {
    guard let path else { return }
    let answer = try await follower.call(path.text, parameters)
    follower.connection.map { context.remember(answer, of: path.text, over: $0) }
    show()
    if let told = answer.withoutSecrets { context.print(told) }
  }
}

extension String {
  fileprivate var trimmed: String {
    let end = lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex
    return String(self[..<end].drop(while: \.isWhitespace))
  }
}

extension Failure {
  /// Whether the session can go on after it.
  fileprivate var concernsOneLine: Bool {
    switch self {
    case .inputUnusable, .refused, .notSent, .lost, .noAnswer: true
    default: false
    }
  }
}
