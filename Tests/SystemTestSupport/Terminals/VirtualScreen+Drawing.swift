extension VirtualScreen {
  /// Draws a character, or does what a control character asks for.
  mutating func put(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\r": column = 0
    case "\n": lineFeed()
    case "\u{8}" where programs == .fullScreen: column = max(0, min(column, columns - 1) - 1)
    case "\t" where programs == .fullScreen: column = min(columns - 1, (column / 8 + 1) * 8)
    case _ where scalar.properties.generalCategory == .control:
      unexpected.append("U+\(String(scalar.value, radix: 16))")
    case _ where scalar.columns == 0:
      combine(scalar)
    default: draw(scalar, columns: scalar.columns)
    }
  }

  /// Adds a mark to the character before the cursor.
  private mutating func combine(_ scalar: Unicode.Scalar) {
    var before = min(column, columns) - 1
    guard before >= 0 else { return }
    if cells[row][before].text == "", before > 0 { before -= 1 }
    cells[row][before].text.unicodeScalars.append(scalar)
  }

  mutating func draw(_ scalar: Unicode.Scalar, columns width: Int) {
    if column + width > columns {
      guard wraps else { return }
      column = 0
      lineFeed()
    }
    if inserts { insertBlanks(width) }
    // Half of a wide character that is drawn over is blank.
    if cells[row][column].text == "", column > 0 { cells[row][column - 1] = Cell() }
    cells[row][column] = Cell(text: String(scalar), style: style, link: link)
    if width == 2 { cells[row][column + 1] = Cell(text: "", style: style, link: link) }
    column += width
    if column < columns, cells[row][column].text == "" { cells[row][column] = Cell() }
    last = scalar
  }

  // MARK: Erasing and moving

  mutating func erase(_ row: Int, _ range: Range<Int>) {
    for column in range.clamped(to: 0..<columns) { cells[row][column] = Cell(style: style.erased) }
  }

  func blankRow() -> [Cell] { [Cell](repeating: Cell(style: style.erased), count: columns) }

  mutating func lineFeed() {
    if row == region.upperBound {
      scroll(region, by: 1)
    } else if row + 1 < rows {
      row += 1
    }
  }

  mutating func reverseLineFeed() {
    if row == region.lowerBound {
      scroll(region, by: -1)
    } else if row > 0 {
      row -= 1
    }
  }

  /// Moves the content of rows up, or down if `count` is negative.
  mutating func scroll(_ range: ClosedRange<Int>, by count: Int) {
    for _ in 0..<min(abs(count), range.count) {
      cells.remove(at: count > 0 ? range.lowerBound : range.upperBound)
      cells.insert(blankRow(), at: count > 0 ? range.upperBound : range.lowerBound)
    }
  }

  mutating func insertBlanks(_ count: Int) {
    let count = min(count, columns - column)
    cells[row].insert(
      contentsOf: repeatElement(Cell(style: style.erased), count: count), at: column)
    cells[row].removeLast(count)
  }

  mutating func deleteCharacters(_ count: Int) {
    let count = min(count, columns - column)
    cells[row].removeSubrange(column..<column + count)
    cells[row] += repeatElement(Cell(style: style.erased), count: count)
  }
}

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
