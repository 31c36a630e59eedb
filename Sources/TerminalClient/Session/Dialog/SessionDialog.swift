internal import BoxClient
internal import BoxWire
internal import Terminal
internal import UVLoop

/// Prints a session page by page, and reads lines of standard input.
@LoopActor
final class SessionDialog {
  /// Whether a person types. Otherwise the input is a script, which ends at the first failure.
  let isInteractive: Bool

  private let context: CommandContext
  private let answers = AnswerQueue()
  private var lines = LineBuffer()
  private var reading: Task<Void, Never>?
  /// The label after which the user types; nil while no line is waited for.
  private var label: String?
  /// What was printed last.
  private var printed: [String] = []
  /// The newest scene that could not be printed yet.
  private var pending: ShownScene?

  /// In bytes: more than the longest content of a post.
  private static let longestLine = 1 << 20

  init(_ context: CommandContext) {
    self.context = context
    isInteractive = StandardInput.isTerminal
  }

  // MARK: Pages

  /// Prints the scene, unless it is printed already.
  func show(_ scene: ShownScene) {
    // A slow reader gets the newest page.
    guard !context.output.isBlocked else {
      pending = scene
      return
    }
    let page = SessionPage(scene).lines(width: context.output.columns, palette: context.palette)
    guard page != printed else { return }
    let separator = printed.isEmpty ? [] : [""]
    printed = page
    print(separator + page)
  }

  /// Explains what can be done in a scene.
  func explain(_ scene: ShownScene) {
    print(SessionPage(scene).help(width: context.output.columns))
  }

  /// Prints lines, below a label after which the user has not typed a line yet.
  private func print(_ lines: [String]) {
    if label != nil, context.output.isTerminal { context.print(line: "") }
    lines.forEach(context.print(line:))
    if let label { write(label) }
  }

  /// Reports why a line had no effect.
  func report(_ failure: String) {
    StandardError.report(failure)
  }

  /// Reports what the client waits for. A person sees the page again when it waits no longer.
  func notify(_ notice: String) {
    StandardError.report(notice)
    if isInteractive { printed.append(notice) }
  }

  /// To be called when everything that was waiting in the output has been read.
  func outputDrained() {
    guard let pending else { return }
    self.pending = nil
    show(pending)
  }

  private func write(_ label: String) {
    if context.output.isTerminal {
      context.output.write(Array(label.printable.utf8))
    } else {
      StandardError.prompt(label.printable)
    }
  }

  // MARK: Lines

  /// Waits for a line.
  ///
  /// - Throws: the failure that ended the session.
  func answer(to prompt: SessionPrompt) async throws(Failure) -> SessionAnswer {
    guard isInteractive else { return try await nextLine() }
    guard !prompt.isSecret else { return try await secret(prompt) }
    if !prompt.hint.isEmpty { StandardError.write(prompt.hint.printable) }
    label = prompt.label
    defer { label = nil }
    write(prompt.label)
    return try await nextLine()
  }

  private func secret(_ prompt: SessionPrompt) async throws(Failure) -> SessionAnswer {
    // Shown only once the typed text is not.
    let question = [prompt.hint, prompt.label].filter { !$0.isEmpty }.map(\.printable)
    do throws(LoopError) {
      return try await SecretPrompt.ask(question.joined(separator: "\n")).map(SessionAnswer.line)
        ?? .ended
    } catch {
      throw .usage("there is no terminal to ask for a secret on", command: "session")
    }
  }

  private func nextLine() async throws(Failure) -> SessionAnswer {
    takeLine()
    if answers.isEmpty, reading == nil { read() }
    return try await answers.next()
  }

  /// Reads until there is a line.
  private func read() {
    reading = LoopActor.task { [weak self] in
      while let self, answers.isEmpty {
        lines.append(await BlockingWork.run { StandardInput.readSome() })
        takeLine()
        guard lines.count <= Self.longestLine else {
          return fail(.inputUnusable("a line on standard input is longer than 1 MiB"))
        }
      }
      self?.reading = nil
    }
  }

  /// Takes one line, since the next one may be a secret.
  private func takeLine() {
    guard answers.isEmpty else { return }
    guard let line = lines.next() else {
      if lines.hasEnded { answers.add(.ended) }
      return
    }
    guard let text = String(validating: line, as: UTF8.self) else {
      return fail(.inputUnusable("a line on standard input is not UTF-8"))
    }
    answers.add(isInteractive && text == "\u{1B}" ? .cancelled : .line(text))
  }

  /// Ends the session: `answer` throws this failure from now on.
  func fail(_ failure: Failure) {
    answers.fail(failure)
  }
}
