internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

/// A page in place of the scene, until a key closes it.
struct Overlay {
  /// What is on it.
  enum Content {
    /// The keys of the scene, as far as their lines contain what is searched for.
    case keys(query: String)
    /// The answer of an intent.
    case answer(JSONText)
  }

  private var content: Content
  private var page = TextPage()
  /// The lines of an answer, at a width; nil until they are drawn.
  private var drawn: (width: Int, lines: [String])?

  init(_ content: Content) {
    self.content = content
  }

  @LoopActor
  mutating func draw(on canvas: inout Canvas, rows: Range<Int>, _ bindings: [KeyBinding]) {
    let width = canvas.columns
    switch content {
    case .keys(let query):
      let words = query.lowercased()
      let lines = KeyHelp(
        bindings, and: ScreenSettings.current.keys(KeyTable.everywhere), columns: width
      ).lines
        .filter { words.isEmpty || $0.lowercased().contains(words) }
      let start = canvas.put("Search: ", row: rows.lowerBound, .bold)
      let end = canvas.put(query, row: rows.lowerBound, column: start)
      canvas.cursor = .init(row: rows.lowerBound, column: min(end, width - 1))
      let none = lines.isEmpty ? ["No key does that."] : lines
      page.draw(none, on: &canvas, rows: rows.dropFirst(), isMarked: true)
    case .answer(let answer):
      let lines = drawn?.width == width ? drawn?.lines ?? [] : lines(of: answer, width)
      drawn = (width, lines)
      page.draw(lines, on: &canvas, rows: rows)
    }
  }

  /// Searches with another letter, or with one less.
  ///
  /// - Returns: whether the key is for a search.
  mutating func search(_ key: Key) -> Bool {
    guard case .keys(let query) = content else { return false }
    switch key {
    case .character("?"): return false
    case .character(let character): content = .keys(query: query + String(character))
    case .paste(let text): content = .keys(query: query + text)
    case .backspace where !query.isEmpty: content = .keys(query: String(query.dropLast()))
    default: return false
    }
    _ = page.scroll(.first)
    return true
  }

  /// - Returns: whether the command is about scrolling.
  mutating func scroll(_ command: Command) -> Bool { page.scroll(command) }

  private func lines(of answer: JSONText, _ width: Int) -> [String] {
    JSONPage(width: width, palette: Palette(isColoured: false)).lines(answer)
      .flatMap { TextPage.lines(of: $0, width: width) }
  }
}
