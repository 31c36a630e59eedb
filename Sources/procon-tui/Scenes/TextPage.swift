/// A long text that is scrolled by lines.
struct TextPage {
  private(set) var top = 0
  /// The lines that are visible, as it was drawn last.
  private(set) var room = 1
  private var count = 0

  /// Draws the visible lines.
  ///
  /// - Parameter isMarked: whether the last one ends with `…` if more follow.
  mutating func draw(
    _ lines: [String], on canvas: inout Canvas, rows: Range<Int>, _ style: Style = .plain,
    isMarked: Bool = false
  ) {
    (count, room) = (lines.count, max(1, rows.count))
    top = max(0, min(top, count - room))
    let rest = Array(lines.dropFirst(top))
    let visible = isMarked ? rest.first(rows.count, width: canvas.columns) : rest
    for (row, line) in zip(rows, visible) { canvas.put(line, row: row, style) }
  }

  /// - Returns: whether the command is about scrolling.
  mutating func scroll(_ command: Command) -> Bool {
    switch command {
    case .down: top += 1
    case .up: top -= 1
    case .pageDown: top += max(1, room - 1)
    case .pageUp: top -= max(1, room - 1)
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

extension [String] {
  /// The first lines, none wider than `width` columns; the last one ends with `…` if more follow.
  func first(_ count: Int, width: Int) -> [String] {
    guard self.count > count, count > 0 else { return Array(prefix(Swift.max(0, count))) }
    let last = self[count - 1]
    // A line that leaves no room for `…` is cut.
    let end = last.columns + 2 <= width ? "\(last) …" : "\(last)  ".cut(to: width)
    return prefix(count - 1) + [end]
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
