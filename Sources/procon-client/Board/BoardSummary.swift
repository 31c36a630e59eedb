internal import Terminal

/// The line below the title: both counts, the score, the leaning, and whether a fetch goes on.
struct BoardSummary {
  let board: Board

  /// The lines of the summary; each is its pieces from left to right, together never wider than
  /// `width`. A fetch is told only where it fits, so that the board does not jump when it comes
  /// and goes.
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
    let fetching = [Self.separator, StyledText("fetching …", .dim)]
    if board.isFetching, fetching.reduce(used, { $0 + $1.text.displayWidth }) <= width {
      lines[lines.count - 1] += fetching
    }
    return lines
  }

  private static let separator = StyledText(" · ", .dim)

  private var pieces: [StyledText] {
    [
      StyledText(board.pros == 1 ? "1 pro" : "\(board.pros) pros", .green),
      StyledText(board.cons == 1 ? "1 con" : "\(board.cons) cons", .red),
      StyledText("score \(board.score > 0 ? "+" : "")\(board.score)", .bold),
      leaning,
    ]
  }

  private var leaning: StyledText {
    switch board.leaning {
    case "pro": StyledText("leans pro", .green)
    case "con": StyledText("leans con", .red)
    default: StyledText(board.leaning.printable)
    }
  }
}
