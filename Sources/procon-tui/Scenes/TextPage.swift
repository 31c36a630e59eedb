/// A long text that is scrolled by lines.
struct TextPage {
  private(set) var top = 0
  /// The lines that are visible, as it was drawn last.
  private(set) var room = 1
  private var count = 0

  /// Draws the visible lines.
  mutating func draw(_ lines: [String], on canvas: inout Canvas, rows: Range<Int>) {
    (count, room) = (lines.count, max(1, rows.count))
    top = max(0, min(top, count - room))
    for (row, line) in zip(rows, lines.dropFirst(top)) { canvas.put(line, row: row) }
  }

  /// - Returns: whether the command is about scrolling.
  mutating func scroll(_ command: Command) -> Bool {
    switch command {
    case .down: top += 1
    case .up: top -= 1
    case .pageDown: top += room - 1
    case .pageUp: top -= room - 1
    case .first: top = 0
    case .last: top = count
    default: return false
    }
    top = max(0, min(top, count - room))
    return true
  }

  /// The paragraphs of a text, wrapped.
  static func lines(of text: String, width: Int) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .flatMap { String($0).wrapped(to: width) }
  }
}

/// The lines of a text, which is wrapped again only if it has changed, or the width.
struct WrappedText {
  private var wrapped: (text: String, width: Int, lines: [String])?

  mutating func lines(of text: String, width: Int) -> [String] {
    if let wrapped, wrapped.text == text, wrapped.width == width { return wrapped.lines }
    let lines = TextPage.lines(of: text, width: width)
    wrapped = (text, width, lines)
    return lines
  }
}
