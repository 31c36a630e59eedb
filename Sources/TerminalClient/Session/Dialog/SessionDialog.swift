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

/// What a line is needed for.
struct SessionPrompt {
  /// Before the typed text, such as `title: `.
  let label: String
  /// What may be typed; empty if there is nothing to say.
  var hint = ""
  /// Whether the typed text must not be shown.
  var isSecret = false
}

/// What a user types.
enum SessionAnswer: Equatable, Sendable {
  /// Without its end.
  case line(String)
  /// The user wants to do something else instead.
  case cancelled
  /// There is nothing more to come.
  case ended
}

/// Answers that were typed and not yet taken, and the task that waits for the next one.
@LoopActor
final class AnswerQueue {
  private var answers: [SessionAnswer] = []
  private var failure: Failure?
  private var waiting: CheckedContinuation<Void, Never>?

  var isEmpty: Bool { answers.isEmpty }

  func add(_ answer: SessionAnswer) {
    answers.append(answer)
    wake()
  }

  /// From now on there is nothing but this failure.
  func fail(_ failure: Failure) {
    guard self.failure == nil else { return }
    self.failure = failure
    wake()
  }

  /// Waits for the next answer.
  ///
  /// - Precondition: no other task waits.
  func next() async throws(Failure) -> SessionAnswer {
    await withCheckedContinuation { continuation in
      // Checked inside: the loop may run something else before the body.
      if failure != nil || !answers.isEmpty {
        continuation.resume()
      } else {
        waiting = continuation
      }
    }
    if let failure { throw failure }
    return answers.removeFirst()
  }

  private func wake() {
    waiting?.resume()
    waiting = nil
  }
}

/// Lines of an input that arrives in pieces.
struct LineBuffer {
  /// Bytes that are not taken yet.
  private var bytes: [UInt8] = []
  /// Whether the input has ended.
  private(set) var hasEnded = false

  /// The number of bytes that are not taken yet.
  var count: Int { bytes.count }

  /// - Parameter piece: empty at the end of the input.
  mutating func append(_ piece: [UInt8]) {
    bytes += piece
    hasEnded = piece.isEmpty
  }

  /// Takes the next line, without its end, LF or CR LF. A last line without an end counts.
  ///
  /// - Returns: nil if there is none yet.
  mutating func next() -> [UInt8]? {
    let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
    guard end != nil || (hasEnded && !bytes.isEmpty) else { return nil }
    var line = Array(bytes[..<(end ?? bytes.endIndex)])
    bytes.removeSubrange(..<(end.map { $0 + 1 } ?? bytes.endIndex))
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return line
  }
}
