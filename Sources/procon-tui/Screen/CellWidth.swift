internal import CNcurses
internal import Terminal

extension Character {
  /// The number of columns that the screen keeps for this grapheme cluster: as many as ncurses counts,
  /// or its display width if that is more.
  var columns: Int { max(displayWidth, cursesColumns ?? 0) }

  /// Whether the terminal may draw it with another width than ncurses counts, so that the position of
  /// the cursor behind it is not known.
  var isUncertain: Bool { cursesColumns != displayWidth }

  /// What ncurses counts: the sum over the scalars. nil if the C library does not know one of them.
  private var cursesColumns: Int? {
    if let ascii = asciiValue, (0x20...0x7E).contains(ascii) { return 1 }
    var sum = 0
    for scalar in unicodeScalars {
      let columns = wcwidth(wchar_t(bitPattern: scalar.value))
      guard columns >= 0 else { return nil }
      sum += Int(columns)
    }
    // A cell of ncurses has room for one character and four combining ones.
    return unicodeScalars.count <= 5 ? sum : nil
  }
}

extension StringProtocol {
  /// The number of columns that the screen keeps for this text.
  var columns: Int {
    if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return utf8.count }
    return reduce(0) { $0 + $1.columns }
  }
}

extension String {
  /// This text on lines of at most `width` columns.
  func wrapped(to width: Int) -> [String] {
    TextWrap.lines(of: printable, width: width) { $0.columns }
  }

  /// As much of the beginning of this text as fits, before `…` if it does not fit as a whole.
  func cut(to width: Int) -> String {
    guard columns > width else { return self }
    var result = ""
    var room = width - 1
    for cluster in self {
      room -= cluster.columns
      guard room >= 0 else { break }
      result.append(cluster)
    }
    return width > 0 ? result + "…" : ""
  }
}
