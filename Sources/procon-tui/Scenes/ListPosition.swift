/// Which row of a list is selected, and from which one on the list is shown.
struct ListPosition {
  private(set) var selected = 0
  private(set) var top = 0

  /// Selects a row, or the nearest one that exists.
  mutating func select(_ row: Int, of count: Int) {
    selected = max(0, min(row, count - 1))
  }

  /// Scrolls so that the selected row is visible.
  ///
  /// - Parameters:
  ///   - room: lines.
  ///   - lines: how many lines a row takes.
  mutating func reveal(of count: Int, room: Int, lines: (Int) -> Int) {
    select(selected, of: count)
    top = min(top, selected)
    guard count > 0 else { return }
    var used = 0
    var first = selected
    while first >= top {
      used += lines(first)
      if used > room, first < selected { break }
      first -= 1
    }
    top = first + 1
    // No empty lines at the end while rows are hidden at the top.
    used = (top..<count).prefix(room).reduce(0) { $0 + lines($1) }
    while top > 0, used + lines(top - 1) <= room {
      top -= 1
      used += lines(top)
    }
  }

  /// Selects another row for a command.
  ///
  /// - Returns: whether the command is about rows.
  mutating func move(_ command: Command, of count: Int, page: Int) -> Bool {
    switch command {
    case .down: select(selected + 1, of: count)
    case .up: select(selected - 1, of: count)
    case .pageDown: select(selected + max(1, page - 1), of: count)
    case .pageUp: select(selected - max(1, page - 1), of: count)
    case .first: select(0, of: count)
    case .last: select(count - 1, of: count)
    default: return false
    }
    return true
  }
}
