internal import Terminal

/// Draws a board as lines of text for a terminal of a given size.
///
/// From top to bottom: title, decision, summary, alerts, both sides, posts, notice. Alerts come before the sides,
/// and the notice is never cut off, so that a small window hides arguments but no failure.
struct BoardRenderer {
  /// The maximum width of a line, in columns.
  let width: Int
  /// The maximum number of lines; nil for no limit.
  let height: Int?
  let palette: Palette

  /// The smallest width, in columns, at which the sides are next to each other.
  static let narrowestSideBySide = 60

  /// Columns between the sides.
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
      .map { $0.map(drawn).joined() }
    let decision = (board.decision?.printable).map { line in
      TextWrap.lines(of: line, width: width).map { palette.styled($0, .bold) }
    }
    let alerts = board.alerts
      .flatMap {
        StyledText.hanging("Alert: ", $0.printable, width: width, style: .boldRed)
      }
    return title + (decision ?? []) + summary + alerts.map(drawn) + [""]
  }

  /// The sides, next to each other if there is room, and the posts if they are shown.
  private func sections(of board: BoardPage) -> [[String]] {
    let pros = PrintedColumn.pros(of: board)
    let cons = PrintedColumn.cons(of: board)
    let posts = board.posts.map { [BoardPosts(posts: $0).lines(width: width).map(drawn)] } ?? []
    guard width >= Self.narrowestSideBySide else {
      return [pros, cons].map { $0.lines(width: width).map(drawn) } + posts
    }
    let half = (width - Self.gap) / 2
    let both = sideBySide(
      pros.lines(width: half), cons.lines(width: half), offset: half + Self.gap)
    return [both] + posts
  }

  /// Both columns as whole lines; the right one starts at `offset` columns.
  private func sideBySide(
    _ left: [StyledText], _ right: [StyledText], offset: Int
  ) -> [String] {
    (0..<max(left.count, right.count)).map { row in
      let left = row < left.count ? left[row] : .blank
      guard row < right.count else { return drawn(left) }
      let padding = String(repeating: " ", count: offset - left.text.displayWidth)
      return drawn(left) + padding + drawn(right[row])
    }
  }

  private func drawn(_ piece: StyledText) -> String {
    palette.styled(piece.text, piece.style)
  }
}
