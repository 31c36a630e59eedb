internal import BoardValues
internal import BoxWire
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
    index(at: row, in: frame).map { columns[active]?.select($0) }
  }

  /// The argument at a row; nil if there is none.
  private func index(at row: Int, in frame: Frame) -> Int? {
    var row = row - frame.rows.lowerBound
    let width = frame.columns.count
    let shown = column(frame.side)
    for index in shown.items.indices.dropFirst(shown.list.top) {
      row -= shown.height(of: shown.items[index], width: width)
      if index == shown.list.selected {
        row += shown.hiddenLines(room: frame.rows.count, width: width)
      }
      if row < 0 { return index }
    }
    return nil
  }

  /// Moves the selected argument to the place of the one where it is dropped, or to the end of the side.
  func drop(row: Int, column: Int) -> Deed? {
    guard openKind == nil, let item = selected, let frame = frame(row, column) else { return nil }
    let items = self.column(frame.side).items
    var target = index(at: row, in: frame) ?? items.count
    if frame.side == active {
      guard let own = self.column(active).index(of: item.id), own != target else { return nil }
      // Those behind it move up.
      if own < target { target += 1 }
    }
    let next = items.indices.contains(target) ? JSONText(items[target].id) : nil
    let side = frame.side == active ? nil : JSONText(frame.side.rawValue)
    return .call(
      Call(
        intent("move"),
        [
          .id: JSONText(item.id), .to: side, .before: next,
          .ifUpdated: item.updated.map { JSONText($0) },
        ]))
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
