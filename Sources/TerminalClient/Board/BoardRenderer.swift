internal import Terminal

/// Draws a board as lines of text for a terminal of a given size.
///
/// From top to bottom: title, decision, summary, objections, alerts, options, both sides, todos, posts,
/// notice. Alerts come before the sides, and the notice is never cut off, so that a small window hides arguments but no failure.
struct BoardRenderer {
  /// The maximum width of a line, in columns.
  let width: Int
  /// The maximum number of lines; nil for no limit.
  let height: Int?
  let palette: Palette

  /// The smallest width, in columns, at which the sides are next to each other.
  static let narrowestSideBySide = 60

  /// The smallest width, in columns, of an option next to another one.
  static let narrowestOption = 28

  /// Columns between the sides, and between options.
  private static let gap = 4

  /// - Parameters:
  ///   - width: columns; below 1 counts as 1.
  ///   - height: lines; nil draws all of them.
  init(width: Int, height: Int?, palette: Palette) {
    self.width = max(width, 1)
    self.height = height
    self.palette = palette
  }

  /// The lines of `board`, from top to bottom, without line ends; none is wider than `width`.
  func lines(_ board: BoardPage) -> [String] {
    PageLayout(width: width, height: height, palette: palette)
      .lines(head: head(of: board), sections: sections(of: board), notice: board.notice)
  }

  private func head(of board: BoardPage) -> [String] {
    let title = TextWrap.lines(of: board.title.visibleName, width: width)
      .map { palette.styled($0, .bold) }
    let summary = BoardSummary(board: board).lines(width: width)
      .map { palette.styled($0).joined() }
    let decision = (board.decision?.printable).map { line in
      TextWrap.lines(of: line, width: width).map { StyledText($0, .bold) }
    }
    let alerts = board.alerts
      .flatMap {
        StyledText.hanging("Alert: ", $0.printable, width: width, style: .boldRed)
      }
    let objections = board.objections.flatMap {
      StyledText.hanging("Objection of ", $0.printable, width: width, style: .red)
    }
    return title + drawn(decision ?? [], board) + summary + drawn(objections + alerts, board)
      + [""]
  }

  /// The options, as many next to each other as there is room for; the sides, next to each other if
  /// there is room, unless all arguments are those of options; the todos; and the posts if they are shown.
  private func sections(of board: BoardPage) -> [[String]] {
    let hasSides =
      board.options.isEmpty || !board.proLabels.isEmpty || !board.conLabels.isEmpty
    return options(of: board) + (hasSides ? sides(of: board) : []) + todos(of: board)
      + (board.posts.map { [palette.styled(BoardPosts(posts: $0).lines(width: width))] } ?? [])
  }

  private func options(of board: BoardPage) -> [[String]] {
    guard !board.options.isEmpty else { return [] }
    let most = max((width + Self.gap) / (Self.narrowestOption + Self.gap), 1)
    let rows = (board.options.count + most - 1) / most
    // Rows of the same number of options look calmer.
    let columns = (board.options.count + rows - 1) / rows
    let room = (width - Self.gap * (columns - 1)) / columns
    return stride(from: 0, to: board.options.count, by: columns).map { start in
      let row = board.options[start..<min(start + columns, board.options.count)]
      return sideBySide(row.map { $0.lines(width: room) }, offset: room + Self.gap, board)
    }
  }

  private func todos(of board: BoardPage) -> [[String]] {
    guard !board.todos.isEmpty else { return [] }
    let rule = StyledText(String(repeating: "─", count: width), .dim)
    let rows = board.todos.flatMap { todo in
      StyledText.hanging(
        "", todo.printable, width: width, style: todo.hasPrefix("[x]") ? .dim : nil)
    }
    let heading = StyledText("Todos (\(board.todos.count))", .bold)
    return [drawn([heading, rule] + rows, board)]
  }

  private func sides(of board: BoardPage) -> [[String]] {
    let pros = PrintedColumn.pros(of: board)
    let cons = PrintedColumn.cons(of: board)
    guard width >= Self.narrowestSideBySide else {
      return [pros, cons].map { drawn($0.lines(width: width), board) }
    }
    let half = (width - Self.gap) / 2
    return [
      sideBySide(
        [pros.lines(width: half), cons.lines(width: half)], offset: half + Self.gap, board)
    ]
  }

  /// Columns as whole lines; each starts `offset` columns after the one before it.
  private func sideBySide(
    _ columns: [[StyledText]], offset: Int, _ board: BoardPage
  ) -> [String] {
    let texts = columns.map { drawn($0, board) }
    return (0..<(columns.map(\.count).max() ?? 0)).map { row in
      let last = columns.lastIndex { row < $0.count } ?? 0
      return columns[...last].indices.map { index in
        let isThere = row < columns[index].count
        let width = isThere ? columns[index][row].text.displayWidth : 0
        let padding = index == last ? 0 : offset - width
        return (isThere ? texts[index][row] : "") + String(repeating: " ", count: padding)
      }.joined()
    }
  }

  private func drawn(_ lines: [StyledText], _ board: BoardPage) -> [String] {
    palette.styled(lines, linking: board.links)
  }
}
