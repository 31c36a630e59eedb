internal import Terminal
internal import TerminalClient

/// Which lines of a page that is higher than the terminal are shown: as much of each part as fits, or
/// the lines from one on.
struct ScrollPosition {
  /// The number of lines above those that are shown; nil for a part of everything.
  private var offset: Int?

  /// Moves as a key says; other keys do nothing.
  ///
  /// - Parameters:
  ///   - key: a character, or an escape sequence.
  ///   - rows: the height of the terminal.
  mutating func move(_ key: String, rows: Int) {
    let page = max(1, rows - 2)
    switch key {
    case "j", "\r", "\n", "\u{1B}[B", "\u{1B}OB": offset = (offset ?? 0) + 1
    case "k", "\u{1B}[A", "\u{1B}OA": offset = offset.flatMap { $0 > 1 ? $0 - 1 : nil }
    case " ", "f", "\u{1B}[6~": offset = (offset ?? 0) + page
    case "b", "\u{1B}[5~": offset = offset.flatMap { $0 > page ? $0 - page : nil }
    case "G", "\u{1B}[F", "\u{1B}OF", "\u{1B}[4~": offset = .max / 2
    case "g", "\u{1B}[H", "\u{1B}OH", "\u{1B}[1~", "\u{1B}": offset = nil
    default: break
    }
  }

  /// The lines to draw, of which the last one says where they are.
  mutating func lines(
    of page: some Page, columns: Int, rows: Int, palette: Palette
  ) -> [String] {
    let all = page.lines(width: columns, height: nil, palette: palette)
    let room = rows - 1
    guard let wanted = offset, all.count > rows, room > 0 else {
      offset = nil
      return page.lines(width: columns, height: rows, palette: palette)
    }
    let first = min(wanted, all.count - room)
    offset = first
    let place = "lines \(first + 1) to \(first + room) of \(all.count); g goes back"
    return all[first..<first + room] + [palette.styled(place.truncated(to: columns), .dim)]
  }
}
