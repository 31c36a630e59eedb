internal import BoardValues
internal import Terminal

/// The line below the title: the summary's words, and whether a fetch is in progress.
struct BoardSummary {
  let board: BoardPage

  /// The lines of the summary, or none if it has not arrived. Each line is a list of pieces from
  /// left to right, together at most `width` wide. A fetch is shown only if it fits, so that the
  /// board does not jump when one begins or ends.
  func lines(width: Int) -> [[StyledText]] {
    var lines: [[StyledText]] = []
    var used = 0
    for piece in pieces where !piece.text.isEmpty {
      let columns = piece.text.displayWidth
      if !lines.isEmpty, used + Self.separator.text.displayWidth + columns <= width {
        lines[lines.count - 1] += [Self.separator, piece]
        used += Self.separator.text.displayWidth + columns
      } else {
        let wrapped = TextWrap.lines(of: piece.text, width: width)
        lines += wrapped.map { [StyledText($0, piece.style)] }
        used = wrapped.last?.displayWidth ?? 0
      }
    }
    guard board.isFetching, let last = lines.indices.last else { return lines }
    let fetching = [Self.separator, StyledText("fetching …", .dim)]
    if fetching.reduce(used, { $0 + $1.text.displayWidth }) <= width { lines[last] += fetching }
    return lines
  }

  private static let separator = StyledText(Summary.separator, .dim)

  private var pieces: [StyledText] {
    guard let summary = board.summary else { return [] }
    let pieces = summary.line.split(separator: Summary.separator).map(String.init)
    // The decision has a line of its own.
    let others = board.decision == nil ? pieces : pieces.filter { $0 != summary.decisionText }
    return others.map { piece in
      StyledText(piece.printable, style(of: piece, in: summary))
    }
  }

  private func style(of piece: String, in summary: Summary) -> Palette.Style? {
    switch piece {
    case summary.prosText: .green
    case summary.consText: .red
    case summary.leaningText:
      switch summary.leaning {
      case .pro: .green
      case .con: .red
      case .even, nil: nil
      }
    default: .bold
    }
  }
}
