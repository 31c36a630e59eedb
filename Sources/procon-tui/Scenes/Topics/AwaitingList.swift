internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient

/// What waits for the user in all stores, the soonest deadline first, as it changes.
struct AwaitingList: Listing {
  let bindings = KeyTable.links
  private var rows = ItemRows<AwaitingItem>()

  /// The boxes that it shows, beside those of the scene.
  static let boxes = "session.awaiting.*"

  init(_ items: [AwaitingItem]) {
    show(items)
  }

  var heading: String { "What waits for you (\(rows.items.count))" }
  var isEmpty: Bool { rows.items.isEmpty }

  mutating func show(_ items: [AwaitingItem]) {
    rows.items = items
  }

  mutating func perform(_ command: Command) -> Deed? {
    guard !rows.move(command), command == .open, let item = rows.selected else { return nil }
    return .call(Call("session.toBoard", [.at: JSONText(item.at)]))
  }

  mutating func click(row: Int) { rows.click(row: row) }
  mutating func scroll(by rows: Int) { self.rows.scroll(by: rows) }

  /// Draws a row for each, in the words of the daemon.
  mutating func draw(on canvas: inout Canvas, rows: Range<Int>) {
    self.rows.draw(on: &canvas, rows: rows) { ($0.line.visibleName, "") }
  }
}
