internal import CNcurses
internal import Terminal

extension Character {
  /// The number of columns that the screen keeps for this grapheme cluster: as many as ncurses counts,
  /// or its display width if that is more.
  var columns: Int { cells.columns }

  /// The number of columns; and whether the terminal may draw it with another width than ncurses
  /// counts, so that the position of the cursor behind it is not known.
  var cells: (columns: Int, areUncertain: Bool) {
    let (displayed, counted) = (displayWidth, cursesColumns)
    return (max(displayed, counted ?? 0), counted != displayed)
  }

  /// What ncurses counts: the sum over the scalars. nil if the C library does not know one of them.
  private var cursesColumns: Int? {
    var (sum, count) = (0, 0)
    for scalar in unicodeScalars {
      let columns = wcwidth(wchar_t(bitPattern: scalar.value))
      guard columns >= 0 else { return nil }
      sum += Int(columns)
      count += 1
    }
    // A cell of ncurses has room for one character and four combining ones.
    return count <= 5 ? sum : nil
  }
}

extension StringProtocol {
  /// The number of columns that the screen keeps for this text.
  var columns: Int { Substring(self).columns(\.columns) }
}

extension String {
  /// This text on lines of at most `width` columns.
  func wrapped(to width: Int) -> [String] {
    TextWrap.lines(of: printable, width: width) { $0.columns }
  }

  /// As much of the beginning of this text as fits, before `…` if it does not fit as a whole.
  func cut(to width: Int) -> String {
    width > 0 ? truncated(to: width) { $0.columns } : ""
  }
}
