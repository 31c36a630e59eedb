internal import BoxClient
internal import Terminal
internal import UVLoop

/// A session that is drawn in place on a terminal, with a line to type in at the bottom.
@LoopActor
final class DrawnDialog: SessionDialog {
  let isInteractive = true
  let isLive = true

  private let context: CommandContext
  private let answers = AnswerQueue()
  private var editor = LineEditor()
  private var page: SessionPage?
  /// Empty while no line is waited for.
  private var prompt = SessionPrompt(label: "")
  private var screen: LiveScreen?
  private var reading: Task<Void, Never>?

  /// - Parameter context: its output and standard input are a terminal.
  init(_ context: CommandContext) {
    self.context = context
  }

  func show(_ scene: ShownScene) {
    if page == nil {
      page = SessionPage(scene: scene)
      begin()
    }
    page?.scene = scene
    screen?.redraw()
  }

  func present(_ overlay: SessionPage.Overlay) {
    page?.overlay = overlay
    screen?.redraw()
  }

  func report(_ failure: String) {
    page?.failure = failure
    screen?.redraw()
  }

  func notify(_ notice: String?) {
    page?.notice = notice
    screen?.redraw()
  }

  private func begin() {
    screen = LiveScreen(context.output, readsKeys: true) {
      [unowned self, palette = context.palette] columns, rows in
      page?.drawn(columns: columns, rows: rows, palette: palette, prompt) { width in
        prompt.isSecret ? ("", 0) : editor.window(width: width)
      }
    }
    reading = LoopActor.task { [weak self] in
      while true {
        let bytes = await BlockingWork.run { StandardInput.readSome() }
        guard let self, !bytes.isEmpty else { break }
        type(bytes)
      }
      self?.answers.add(.ended)
    }
  }

  private func type(_ bytes: [UInt8]) {
    defer { screen?.redraw() }
    for event in editor.type(bytes) {
      switch event {
      case .submitted(let text): answers.add(.line(text))
      case .cancelled: answers.add(.cancelled)
      case .ended: answers.add(.ended)
      case .turned(let turn): page?.turns.append(turn)
      }
    }
  }

  func answer(to prompt: SessionPrompt) async throws(Failure) -> SessionAnswer {
    self.prompt = prompt
    // What was typed ahead is the answer.
    if answers.isEmpty, editor.text.isEmpty { editor.replace(with: prompt.initial) }
    screen?.redraw()
    let answer = try await answers.next()
    self.prompt = SessionPrompt(label: "… ")
    page?.overlay = nil
    page?.failure = nil
    screen?.redraw()
    return answer
  }

  func fail(_ failure: Failure) {
    answers.fail(failure)
  }

  func outputDrained() {}

  func end() {
    screen?.end()
  }
}
