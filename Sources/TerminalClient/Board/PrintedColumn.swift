internal import Terminal

/// One side of the board: a heading, a rule and the arguments below it.
struct PrintedColumn {
  let heading: String
  let bullet: String
  let style: Palette.Style
  let labels: [String]

  static func pros(of board: BoardPage) -> PrintedColumn {
    PrintedColumn(
      heading: "👍 Pros (\(board.pros))", bullet: "+ ", style: .green, labels: board.proLabels)
  }

  static func cons(of board: BoardPage) -> PrintedColumn {
    PrintedColumn(
      heading: "👎 Cons (\(board.cons))", bullet: "- ", style: .red, labels: board.conLabels)
  }

  /// The lines of the column, none wider than `width`.
  func lines(width: Int) -> [StyledText] {
    let heading = TextWrap.lines(of: heading, width: width).map { StyledText($0, .bold) }
    let rule = StyledText(String(repeating: "─", count: width), .dim)
    let rows = labels.flatMap { label in
      StyledText.hanging(bullet, label.printable, width: width, style: style)
    }
    return heading + [rule] + rows
  }
}

extension BoardOption {
  /// The lines of the option, none wider than `width`.
  func lines(width: Int) -> [StyledText] {
    let heading = TextWrap.lines(of: line.printable, width: width).map { StyledText($0, .bold) }
    let rule = StyledText(String(repeating: "─", count: width), .dim)
    let text = self.text.map { TextWrap.lines(of: $0.printable, width: width) } ?? []
    let arguments = [("+ ", Palette.Style.green, proLabels), ("- ", .red, conLabels)]
    let rows = arguments.flatMap { bullet, style, labels in
      labels.flatMap { StyledText.hanging(bullet, $0.printable, width: width, style: style) }
    }
    return heading + [rule] + text.map { StyledText($0) } + rows
  }
}
