internal import BoxWire
internal import Terminal
internal import TerminalClient

/// A page in place of the scene, until a key closes it.
struct Overlay {
  /// What is on it.
  enum Content {
    /// The keys of the scene.
    case keys
    /// The answer of an intent.
    case answer(JSONText)
  }

  private let content: Content
  private var page = TextPage()
  /// The lines of an answer, at a width; nil until they are drawn.
  private var drawn: (width: Int, lines: [String])?

  init(_ content: Content) {
    self.content = content
  }

  mutating func draw(on canvas: inout Canvas, rows: Range<Int>, _ bindings: [KeyBinding]) {
    let width = canvas.columns
    switch content {
    case .keys: page.draw(KeyHelp(bindings, columns: width).lines, on: &canvas, rows: rows)
    case .answer(let answer):
      let lines = drawn?.width == width ? drawn?.lines ?? [] : lines(of: answer, width)
      drawn = (width, lines)
      page.draw(lines, on: &canvas, rows: rows)
    }
  }

  /// - Returns: whether the command is about scrolling.
  mutating func scroll(_ command: Command) -> Bool { page.scroll(command) }

  private func lines(of answer: JSONText, _ width: Int) -> [String] {
    JSONPage(width: width, palette: Palette(isColoured: false)).lines(answer)
      .flatMap { TextPage.lines(of: $0, width: width) }
  }
}
