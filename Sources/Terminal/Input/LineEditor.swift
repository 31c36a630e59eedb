/// A text that a user edits with the keys of a terminal, as in Emacs and most shells.
///
/// The text may contain line ends: pasted ones, and Ctrl-J.
package struct LineEditor {
  /// A key that means something on the line.
  package enum Key: Equatable, Sendable {
    /// Typed or pasted text.
    case text(String)
    case enter, escape, backspace, delete, left, right, home, end
    /// Ctrl-D, which deletes a character if there is one.
    case endOfInput
    case pageUp, pageDown
    /// Ctrl-U, Ctrl-K and Ctrl-W.
    case removeBefore, removeAfter, removeWord
  }

  /// What the user decided.
  package enum Event: Equatable, Sendable {
    /// Enter; the line is empty now.
    case submitted(String)
    /// Escape; the line is empty now.
    case cancelled
    /// Ctrl-D on an empty line.
    case ended
    /// Page Up or Page Down; the line stays.
    case turned(PageTurn)
  }

  /// A direction in what is shown above the line.
  package enum PageTurn: Sendable {
    case back, forward
  }

  package var text: String { String(characters) }
  /// The number of characters.
  package var count: Int { characters.count }
  /// The position in `characters` before which the next one is inserted.
  private var cursor = 0
  private var characters: [Character] = []

  package init() {}

  /// Replaces the text, with the cursor at its end.
  package mutating func replace(with text: String) {
    characters = Array(text)
    cursor = characters.count
  }

  /// Carries out one key.
  ///
  /// - Returns: the user's decision; nil if the key only edits the line.
  package mutating func press(_ key: Key) -> Event? {
    switch key {
    case .text(let text): insert(text)
    case .enter:
      defer { replace(with: "") }
      return .submitted(text)
    case .escape:
      replace(with: "")
      return .cancelled
    case .endOfInput:
      guard !characters.isEmpty else { return .ended }
      remove(cursor..<min(cursor + 1, characters.count))
    case .pageUp: return .turned(.back)
    case .pageDown: return .turned(.forward)
    case .backspace: remove(max(0, cursor - 1)..<cursor)
    case .delete: remove(cursor..<min(cursor + 1, characters.count))
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(characters.count, cursor + 1)
    case .home: cursor = 0
    case .end: cursor = characters.count
    case .removeBefore: remove(0..<cursor)
    case .removeAfter: remove(cursor..<characters.count)
    case .removeWord:
      let last = characters[..<cursor].lastIndex { !$0.isWhitespace } ?? 0
      let start = characters[..<last].lastIndex(where: \.isWhitespace).map { $0 + 1 }
      remove((start ?? 0)..<cursor)
    }
    return nil
  }

  private mutating func insert(_ text: String) {
    // A combining mark joins the character before it; what follows may join the text, too.
    let start = max(0, cursor - 1)
    let before = String(characters[start..<cursor]) + text
    var end = cursor
    var joined: [Character]
    repeat {
      end = min(characters.count, 2 * end - cursor + 1)
      joined = Array(before + String(characters[cursor..<end]))
    } while end < characters.count && joined.last != characters[end - 1]
    characters.replaceSubrange(start..<end, with: joined)
    cursor = min(start + before.count, characters.count)
  }

  private mutating func remove(_ range: Range<Int>) {
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }

  // MARK: Drawing

  /// The part of the text around the cursor that fits.
  ///
  /// - Parameters:
  ///   - width: columns, at least 2, one of which is left free for the cursor.
  ///   - columns: the width of a cell.
  /// - Returns: printable text, with `⏎` for each line end, and the column of the cursor in it.
  package func window(
    width: Int, columns: (String) -> Int = { $0.displayWidth }
  ) -> (text: String, cursor: Int) {
    var start = cursor
    var column = 0
    while start > 0 {
      let used = columns(cell(start - 1))
      guard column + used < width else { break }
      start -= 1
      column += used
    }
    var text = ""
    var used = 0
    for index in start..<characters.count {
      let cell = cell(index)
      used += columns(cell)
      guard used < width else { break }
      text += cell
    }
    return (text, column)
  }

  /// The whole text on lines, broken at its line ends and after blanks, and within words that are wider
  /// than a line.
  ///
  /// - Parameters: as for ``window(width:columns:)``.
  /// - Returns: printable texts, at least one, and the place of the cursor in them.
  package func lines(
    width: Int, columns: (String) -> Int = { $0.displayWidth }
  ) -> (texts: [String], cursor: (row: Int, column: Int)) {
    let ranges = ranges(width, columns)
    let row = row(in: ranges)
    let texts = ranges.map { range in
      range.reduce(into: "") { $0 += characters[$1].isNewline ? "" : cell($1) }
    }
    let column = (ranges[row].lowerBound..<cursor).reduce(0) { $0 + columns(cell($1)) }
    return (texts, (row, min(column, width - 1)))
  }

  /// Moves the cursor so many lines down, to the same column if the line there is long enough.
  ///
  /// - Parameters: as for ``lines(width:columns:)``.
  /// - Returns: false if there is no line there.
  package mutating func move(
    by rows: Int, width: Int, columns: (String) -> Int = { $0.displayWidth }
  ) -> Bool {
    let ranges = ranges(width, columns)
    let row = row(in: ranges)
    guard ranges.indices.contains(row + rows) else { return false }
    var room = (ranges[row].lowerBound..<cursor).reduce(0) { $0 + columns(cell($1)) }
    let target = ranges[row + rows]
    // Behind the last character of a line is the beginning of the next one.
    let last = row + rows == ranges.count - 1 ? target.upperBound : target.upperBound - 1
    cursor = target.lowerBound
    while cursor < last {
      room -= columns(cell(cursor))
      guard room >= 0 else { break }
      cursor += 1
    }
    return true
  }

  /// The line that the cursor is on.
  private func row(in ranges: [Range<Int>]) -> Int {
    ranges.lastIndex { $0.lowerBound <= cursor } ?? 0
  }

  /// The characters of each line, with the line end or the blank behind it.
  private func ranges(_ width: Int, _ columns: (String) -> Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var (start, used) = (0, 0)
    // Behind the last blank of the line, and the columns up to there.
    var gap: (index: Int, used: Int)?
    for index in characters.indices {
      if characters[index].isNewline {
        ranges.append(start..<index + 1)
        (start, used, gap) = (index + 1, 0, nil)
        continue
      }
      let isBlank = characters[index] == " "
      let cell = columns(cell(index))
      // A blank may be in the column of the cursor.
      if used + cell > width - (isBlank ? 0 : 1), index > start {
        let end = gap ?? (index, used)
        ranges.append(start..<end.index)
        (start, used, gap) = (end.index, used - end.used, nil)
      }
      used += cell
      if isBlank { gap = (index + 1, used) }
    }
    return ranges + [start..<characters.count]
  }

  /// A character as it is shown.
  private func cell(_ index: Int) -> String {
    characters[index].isNewline ? "⏎" : String(characters[index]).printable
  }
}
