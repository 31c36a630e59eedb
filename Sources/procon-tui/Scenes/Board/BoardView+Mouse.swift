internal import BoardValues
internal import TerminalClient

/// What the mouse does on a board.
extension BoardView {
  func click(row: Int, column: Int) {
    if isListed(at: column) {
      openKind = openKind ?? besideKind
      return openIndex.map { lists[$0].click(row: row) } ?? ()
    }
    openKind = nil
    guard !tabs.click(row: row, column: column), let frame = frame(row, column) else { return }
    active = frame.side
    var row = row - frame.rows.lowerBound
    let width = frame.columns.count
    let shown = self.column(active)
    for index in shown.items.indices.dropFirst(shown.list.top) {
      row -= shown.height(of: shown.items[index], width: width)
      if index == shown.list.selected {
        row += shown.hiddenLines(room: frame.rows.count, width: width)
      }
      if row < 0 {
        columns[active]?.select(index)
        return
      }
    }
  }

  func scroll(row: Int, column: Int, by rows: Int) {
    let command: Command = rows > 0 ? .down : .up
    if isListed(at: column),
      let index = lists.firstIndex(where: { $0.kind == openKind ?? besideKind })
    {
      _ = lists[index].move(command)
      return
    }
    guard let side = frame(row, column)?.side else { return }
    active = side
    _ = move(command)
  }

  /// Whether a list is at a column.
  private func isListed(at column: Int) -> Bool {
    isWide && !isZoomed ? column >= listColumn : openKind != nil
  }

  private func frame(_ row: Int, _ column: Int) -> Frame? {
    frames.first { $0.rows.contains(row) && $0.columns.contains(column) }
  }
}
