internal import Terminal

/// Draws a board as lines of text for a terminal of a given size.
///
/// From top to bottom: title, summary, alerts, both sides, notice. Alerts come before the sides, and
/// the notice is never cut off, so that a small window hides arguments but no failure.
struct BoardRenderer {
  /// The widest line, in columns.
  let width: Int
  /// The most lines; nil is any number.
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
  func lines(_ board: Board) -> [String] {
    fitted(head(of: board) + sides(of: board), above: notice(of: board))
  }

  private func head(of board: Board) -> [String] {
    let title = TextWrap.lines(of: board.title.printable, width: width)
      .map { palette.styled($0, .bold) }
    let summary = BoardSummary(board: board).lines(width: width)
      .map { $0.map(drawn).joined() }
    let alerts = board.alerts
      .flatMap {
        StyledText.hanging("Alert: ", $0.printable, width: width, style: .boldRed)
      }
    return title + summary + alerts.map(drawn) + [""]
  }

  private func sides(of board: Board) -> [String] {
    let pros = BoardColumn.pros(of: board)
    let cons = BoardColumn.cons(of: board)
    guard width >= Self.narrowestSideBySide else {
      return (pros.lines(width: width) + [.blank] + cons.lines(width: width)).map(drawn)
    }
    let half = (width - Self.gap) / 2
    return sideBySide(pros.lines(width: half), cons.lines(width: half), offset: half + Self.gap)
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

  private func notice(of board: Board) -> String? {
    board.notice.map { palette.styled($0.printable.truncated(to: width), .dim) }
  }

  /// `lines`, then a blank line if there is room, then `last`; cut to the height if there is one.
  private func fitted(_ lines: [String], above last: String?) -> [String] {
    guard let last else { return cut(lines, to: height ?? .max) }
    let room = height ?? .max
    guard room > 0 else { return [] }
    let space = lines.count + 2 <= room ? [""] : []
    return cut(lines, to: room - 1) + space + [last]
  }

  /// At most `count` of `lines`. The last one shows how many are hidden, unless it is the only one.
  private func cut(_ lines: [String], to count: Int) -> [String] {
    guard lines.count > count else { return lines }
    guard count > 1 else { return Array(lines.prefix(max(count, 0))) }
    let hidden = "… \(lines.count - count + 1) more lines"
    return lines.prefix(count - 1) + [palette.styled(hidden.truncated(to: width), .dim)]
  }

  private func drawn(_ piece: StyledText) -> String {
    palette.styled(piece.text, piece.style)
  }
}
