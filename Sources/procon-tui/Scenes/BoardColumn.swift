internal import UVLoop

/// One side of a board: its arguments, and which of them are shown.
struct BoardColumn {
  let side: Side
  var items: [Argument] = []
  /// The number in the heading, which the daemon counts.
  var count = 0
  var list = ListPosition()
  /// The ids of long arguments that are shown as a whole.
  var unfolded: Set<String> = []

  init(_ side: Side) {
    self.side = side
  }

  var selected: Argument? {
    items.indices.contains(list.selected) ? items[list.selected] : nil
  }

  func index(of id: String) -> Int? { items.firstIndex { $0.id == id } }

  /// Takes new arguments. The selection stays with its argument.
  mutating func update(_ items: [Argument]) {
    let id = selected?.id
    self.items = items
    list.select(id.flatMap { index(of: $0) } ?? list.selected, of: items.count)
  }

  /// Selects an argument, or the nearest one that exists.
  mutating func select(_ row: Int) {
    list.select(row, of: items.count)
  }

  /// The lines of an argument, none wider than `width`.
  func lines(of item: Argument, width: Int) -> [String] {
    let bullet = side == .pro ? "+ " : "- "
    let room = max(1, width - bullet.count)
    guard unfolded.contains(item.id) else {
      return [bullet + item.label.replacing("\n", with: " ").cut(to: room)]
    }
    return item.label.wrapped(to: room).enumerated().map { ($0 == 0 ? bullet : "  ") + $1 }
  }
}
