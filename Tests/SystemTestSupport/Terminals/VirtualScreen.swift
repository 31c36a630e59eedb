/// What an xterm-like terminal would show.
///
/// Any control character or sequence that its programs are not expected to send is recorded in
/// `unexpected`.
package struct VirtualScreen {
  /// Which programs draw on it.
  package enum Programs: Sendable {
    /// Those that draw below the prompt of a shell, with very few sequences.
    case lines
    /// Those that fill the screen, with the sequences of their terminal's description. Unlike
    /// xterm, it knows one set of characters, and no vertical margins.
    case fullScreen
  }

  /// The content of one column; empty behind a wide character.
  struct Cell: Equatable {
    var text = " "
    var style = CellStyle()
    /// The URL to which it leads; nil if it leads to none.
    var link: String?
  }

  /// Numbers of xterm's private modes that are set, such as 1049 for the alternate screen.
  package internal(set) var modes: Set<Int> = [7, 25]
  package var isAlternate: Bool { modes.contains(1049) }
  package var isCursorShown: Bool { modes.contains(25) }
  /// Whether text past the right edge continues on the next line.
  package var wraps: Bool { modes.contains(7) }
  /// Whether pasted text is marked as such.
  package var marksPaste: Bool { modes.contains(2004) }
  /// Whether a drawing has started and is not complete, so that it must not be shown yet.
  package var isUpdating: Bool { modes.contains(2026) }
  /// Whether the keys of the numeric keypad send sequences.
  package internal(set) var hasKeypad = false
  /// Where the cursor is, counted from 0. The column is the number of columns behind a character
  /// in the last one.
  package var cursor: (row: Int, column: Int) { (row, column) }
  /// The number of redraws that were shown in one step.
  package internal(set) var updates = 0
  /// What programs have copied last, in Base64; nil if nothing.
  package internal(set) var copied: String?
  /// Unexpected characters and sequences, in order.
  package internal(set) var unexpected: [String] = []

  let programs: Programs
  var columns: Int
  var rows: Int
  var cells: [[Cell]]
  var row = 0
  var column = 0
  var style = CellStyle()
  /// The URL of what is drawn; nil if there is none.
  var link: String?
  /// The rows that scroll.
  var region: ClosedRange<Int>
  /// What ESC 7 has saved.
  var saved = (row: 0, column: 0, style: CellStyle())
  /// The other screen while the alternate one is shown.
  var main: (cells: [[Cell]], row: Int, column: Int, style: CellStyle)?
  /// Whether drawing shifts what is to the right.
  var inserts = false
  /// The character that was drawn last.
  var last: Unicode.Scalar?
  /// Bytes of an incomplete character or sequence.
  private var pending: [UInt8] = []

  package init(columns: Int, rows: Int, programs: Programs = .lines) {
    (self.columns, self.rows, self.programs) = (columns, rows, programs)
    cells = [[Cell]](repeating: [Cell](repeating: Cell(), count: columns), count: rows)
    region = 0...rows - 1
  }

  /// All rows from top to bottom, without trailing blanks.
  package var rowTexts: [String] {
    cells.map { row in
      var text = ""
      for cell in row[..<(row.lastIndex { $0.text != " " && $0.text != "" }.map { $0 + 1 } ?? 0)] {
        text += cell.text
      }
      return text
    }
  }

  /// The rows without blank ones at the bottom.
  package var lines: [String] { rowTexts.reversed().drop { $0.isEmpty }.reversed() }

  /// All rows with the sequences that style them, as SGR from nothing wherever the style changes.
  package var styledLines: [String] {
    cells.map { row in
      var (text, style) = ("", CellStyle())
      for cell in row {
        if cell.style != style { text += "\u{1B}[0m\u{1B}[\(cell.style.parameters)m" }
        style = cell.style
        text += cell.text
      }
      return text
    }
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
    place(of: text).map { cells[$0.row][$0.column].style.parameters }
  }

  /// The texts that lead to URLs, in their order on the screen.
  package var links: [(text: String, url: String)] {
    var links: [(text: String, url: String)] = []
    for row in cells {
      var before: String?
      for cell in row {
        if let url = cell.link, url == before {
          links[links.count - 1].text += cell.text
        } else if let url = cell.link {
          links.append((cell.text, url))
        }
        before = cell.link
      }
    }
    return links
  }

  /// The first text that is drawn in reverse, without blanks at its end; nil if none is.
  package var reversedText: String? {
    for row in cells {
      guard let start = row.firstIndex(where: \.style.isReverse) else { continue }
      let text = row[start...].prefix(while: \.style.isReverse).map(\.text).joined()
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
    return nil
  }

  mutating func resize(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    let resized = { (cells: [[Cell]]) in
      (0..<rows).map { row in
        (0..<columns).map { column in
          row < cells.count && column < cells[row].count ? cells[row][column] : Cell()
        }
      }
    }
    cells = resized(cells)
    main = main.map { (resized($0.cells), $0.row, $0.column, $0.style) }
    region = 0...rows - 1
    (row, column) = (min(row, rows - 1), min(column, columns))
  }

  package mutating func show(_ text: String) { show(Array(text.utf8)[...]) }

  mutating func show(_ bytes: ArraySlice<UInt8>) {
    pending += bytes
    var index = 0
    while let length = lengthOfUnit(at: index) {
      let first = pending[index]
      if length == 1, (0x20...0x7E).contains(first) {
        draw(Unicode.Scalar(first), columns: 1)
      } else {
        let unit = String(decoding: pending[index..<index + length], as: UTF8.self)
        if first == escape {
          carryOut(unit.dropFirst())
        } else {
          for scalar in unit.unicodeScalars { put(scalar) }
        }
      }
      index += length
    }
    pending.removeFirst(index)
  }

  /// The length in bytes of the next character or escape sequence; nil if it is incomplete.
  private func lengthOfUnit(at index: Int) -> Int? {
    guard index < pending.count else { return nil }
    let first = pending[index]
    if first == escape {
      guard index + 1 < pending.count else { return nil }
      switch pending[index + 1] {
      case UInt8(ascii: "["):
        let end = pending[(index + 2)...].firstIndex { (0x40...0x7E).contains($0) }
        return end.map { $0 - index + 1 }
      case UInt8(ascii: "]") where programs == .fullScreen:
        return pending[index...].firstIndex(of: 0x07).map { $0 - index + 1 }
      case UInt8(ascii: "(") where programs == .fullScreen:
        return index + 2 < pending.count ? 3 : nil
      default: return 2
      }
    }
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    return index + length <= pending.count ? length : nil
  }
}

extension VirtualScreen: CustomStringConvertible {
  package var description: String { text }
}

private let escape: UInt8 = 0x1B
