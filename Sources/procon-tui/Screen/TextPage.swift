internal import Terminal

/// A long text that is scrolled by lines.
struct TextPage {
  private(set) var top = 0
  /// The lines that are visible, as it was drawn last.
  private(set) var room = 1
  private var count = 0

  /// Draws the visible lines.
  ///
  /// - Parameters:
  ///   - isMarked: whether the last one ends with `…` if more follow.
  ///   - style: returns the style of a line.
  mutating func draw(
    _ lines: [String], on canvas: inout Canvas, rows: Range<Int>, isMarked: Bool = false,
    _ style: (_ line: Int) -> Style = { _ in .plain }
  ) {
    let visible = visible(lines, room: rows.count, width: isMarked ? canvas.columns : nil)
    for (index, line) in visible.enumerated() {
      canvas.put(line, row: rows.lowerBound + index, style(top + index))
    }
  }

  /// The lines that are visible if there is room for some.
  ///
  /// - Parameter width: the columns of a line that ends with `…` if more follow; nil not to mark it.
  mutating func visible(_ lines: [String], room: Int, width: Int?) -> [String] {
    (count, self.room) = (lines.count, max(1, room))
    top = max(0, min(top, count - self.room))
    let rest = Array(lines.dropFirst(top))
    return width.map { rest.first(room, width: $0) } ?? Array(rest.prefix(max(0, room)))
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

  /// The paragraphs of a text, wrapped. All lines of a paragraph have its indentation.
  static func lines(of text: String, width: Int) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .flatMap { lines(ofParagraph: $0.withoutTabs.printable, width: width) }
  }

  private static func lines(ofParagraph text: String, width: Int) -> [String] {
    let words = text.drop { $0 == " " }
    // Only what is wrapped loses its runs of spaces.
    if words.isEmpty || text.columns <= width { return [text.trimmingEnd] }
    // A deep indentation leaves half of the width.
    let indentation = String(text.prefix(min(text.count - words.count, width / 2)))
    return String(words).wrapped(to: width - indentation.count).map { indentation + $0 }
  }
}

extension Substring {
  /// Terminals have a tab stop at each multiple of so many columns.
  private static let tabStop = 8

  /// This text with spaces up to the next tab stop in place of each tab.
  fileprivate var withoutTabs: String {
    guard contains("\t") else { return String(self) }
    var (text, column) = ("", 0)
    for part in split(separator: "\t", omittingEmptySubsequences: false) {
      // Not before the first part.
      if part.startIndex > startIndex {
        let gap = Self.tabStop - column % Self.tabStop
        text += String(repeating: " ", count: gap)
        column += gap
      }
      text += part
      column += part.columns
    }
    return text
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
