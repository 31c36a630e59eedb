/// What an xterm-like terminal would show, for the few features that a board uses.
///
/// Any other control character or sequence is recorded in `unexpected`.
package struct VirtualScreen {
  /// The content of one column; empty behind a wide character.
  private struct Cell {
    var text = " "
    /// The parameters of the last SGR sequence; empty for the terminal's own style.
    var style = ""
  }

  package private(set) var isAlternate = false
  package private(set) var isCursorShown = true
  /// Whether text past the right edge continues on the next line.
  package private(set) var wraps = true
  /// Whether pasted text is marked as such.
  package private(set) var marksPaste = false
  /// Where the cursor is, counted from 0.
  package var cursor: (row: Int, column: Int) { (row, column) }
  /// The number of redraws that were shown in one step.
  package private(set) var updates = 0
  /// Whether a drawing has started and is not complete, so that it must not be shown yet.
  package private(set) var isUpdating = false
  /// Unexpected characters and sequences, in order.
  package private(set) var unexpected: [String] = []

  private var columns: Int
  private var rows: Int
  private var cells: [[Cell]]
  private var row = 0
  private var column = 0
  private var style = ""
  /// Bytes of an incomplete character or sequence.
  private var pending: [UInt8] = []

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    cells = [[Cell]](repeating: [Cell](repeating: Cell(), count: columns), count: rows)
  }

  /// The rows from top to bottom, without trailing blanks and without blank rows at the bottom.
  package var lines: [String] {
    let lines = cells.map { row in
      String(row.map(\.text).joined().reversed().drop { $0 == " " }.reversed())
    }
    return lines.reversed().drop { $0.isEmpty }.reversed()
  }

  package var text: String { lines.joined(separator: "\n") }

  package func contains(_ text: String) -> Bool {
    lines.contains { $0.contains(text) }
  }

  /// The first position of a text, counted from 0; nil if no row contains it.
  package func place(of text: String) -> (row: Int, column: Int)? {
    for (row, cells) in cells.enumerated() {
      for column in cells.indices
      where cells[column...].map(\.text).joined().hasPrefix(text) && cells[column].text != "" {
        return (row, column)
      }
    }
    return nil
  }

  /// The SGR parameters that a text is drawn with, empty for none; nil if the text is not on the
  /// screen.
  package func style(of text: String) -> String? {
    place(of: text).map { cells[$0.row][$0.column].style }
  }

  mutating func resize(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    cells = (0..<rows).map { row in
      (0..<columns).map { column in
        row < cells.count && column < cells[row].count ? cells[row][column] : Cell()
      }
    }
    (row, column) = (min(row, rows - 1), min(column, columns))
  }

  mutating func show(_ bytes: ArraySlice<UInt8>) {
    pending += bytes
    var index = 0
    while let length = lengthOfUnit(at: index) {
      let unit = String(decoding: pending[index..<index + length], as: UTF8.self)
      index += length
      if unit.utf8.first == escape {
        carryOut(String(unit.dropFirst()))
      } else {
        for scalar in unit.unicodeScalars { put(scalar) }
      }
    }
    pending.removeFirst(index)
  }

  /// The length in bytes of the next character or escape sequence; nil if it is incomplete.
  private func lengthOfUnit(at index: Int) -> Int? {
    guard index < pending.count else { return nil }
    let first = pending[index]
    if first == escape {
      guard index + 1 < pending.count else { return nil }
      guard pending[index + 1] == UInt8(ascii: "[") else { return 2 }
      let end = pending[(index + 2)...].firstIndex { (0x40...0x7E).contains($0) }
      return end.map { $0 - index + 1 }
    }
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    return index + length <= pending.count ? length : nil
  }

  private mutating func carryOut(_ sequence: String) {
    switch sequence {
    case "[H": (row, column) = (0, 0)
    case "[K": erase(row, from: column)
    case "[J":
      erase(row, from: column)
      for below in row + 1..<max(rows, row + 1) { erase(below, from: 0) }
    case "[?1049h", "[?1049l":
      isAlternate = sequence.hasSuffix("h")
      for row in 0..<rows { erase(row, from: 0) }
      (row, column) = (0, 0)
    case "[?25h", "[?25l": isCursorShown = sequence.hasSuffix("h")
    case "[?7h", "[?7l": wraps = sequence.hasSuffix("h")
    case "[?2004h", "[?2004l": marksPaste = sequence.hasSuffix("h")
    case _ where sequence.hasPrefix("[") && sequence.hasSuffix("A"):
      row = max(0, row - (Int(sequence.dropFirst().dropLast()) ?? 1))
    case _ where sequence.hasPrefix("[") && sequence.hasSuffix("C"):
      column = min(columns - 1, column + (Int(sequence.dropFirst().dropLast()) ?? 1))
    case "[?2026h": isUpdating = true
    case "[?2026l":
      isUpdating = false
      updates += 1
    case "[0m", "[m": style = ""
    case _ where sequence.hasSuffix("m") && sequence.dropFirst().dropLast().allSatisfy(isParameter):
      style = String(sequence.dropFirst().dropLast())
    default: unexpected.append("ESC \(sequence)")
    }
  }

  private func isParameter(_ character: Character) -> Bool {
    character.isNumber || character == ";"
  }

  private mutating func erase(_ row: Int, from column: Int) {
    guard column < columns else { return }
    for column in column..<columns { cells[row][column] = Cell() }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\r": column = 0
    case "\n": lineFeed()
    case _ where scalar.properties.generalCategory == .control:
      unexpected.append("U+\(String(scalar.value, radix: 16))")
    case _ where scalar.columns == 0:
      if column > 0 { cells[row][min(column, columns) - 1].text.unicodeScalars.append(scalar) }
    default: draw(scalar)
    }
  }

  private mutating func lineFeed() {
    if row + 1 < rows {
      row += 1
    } else {
      cells.removeFirst()
      cells.append([Cell](repeating: Cell(), count: columns))
    }
  }

  private mutating func draw(_ scalar: Unicode.Scalar) {
    if column + scalar.columns > columns {
      guard wraps else { return }
      column = 0
      lineFeed()
    }
    cells[row][column] = Cell(text: String(scalar), style: style)
    if scalar.columns == 2 { cells[row][column + 1] = Cell(text: "", style: style) }
    column += scalar.columns
  }
}

extension VirtualScreen: CustomStringConvertible {
  package var description: String { text }
}

private let escape: UInt8 = 0x1B

extension Unicode.Scalar {
  /// The width that terminals draw it with. Correct only for what the tests draw.
  fileprivate var columns: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    return switch value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFF60,
      0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      2
    default: 1
    }
  }
}
