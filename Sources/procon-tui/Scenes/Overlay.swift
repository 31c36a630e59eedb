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
  /// The lines of a width; nil until they are drawn.
  private var drawn: (width: Int, lines: [String])?

  init(_ content: Content) {
    self.content = content
  }

  mutating func draw(on canvas: inout Canvas, rows: Range<Int>, _ bindings: [KeyBinding]) {
    let width = canvas.columns
    let lines = drawn?.width == width ? drawn?.lines ?? [] : lines(width, bindings)
    drawn = (width, lines)
    page.draw(lines, on: &canvas, rows: rows)
  }

  /// - Returns: whether the command is about scrolling.
  mutating func scroll(_ command: Command) -> Bool { page.scroll(command) }

  private func lines(_ width: Int, _ bindings: [KeyBinding]) -> [String] {
    switch content {
    case .keys: KeyHelp(bindings, columns: width).lines
    case .answer(let answer):
      JSONPage(width: width, palette: Palette(isColoured: false)).lines(answer)
        .flatMap { TextPage.lines(of: $0, width: width) }
    }
  }
}
