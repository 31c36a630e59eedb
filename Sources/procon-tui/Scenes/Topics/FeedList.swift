internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient

/// What has happened in the topics of a store, by day, newest first.
struct FeedList: Listing {
  let bindings = KeyTable.links
  /// The topics of the store have this path.
  private let root: String
  /// The titles of those that are there, by their ids.
  private let titles: [String: String]
  private var pages: ItemPages<HistoryItem>
  private var rows = ListRows()

  init(_ root: String, titles: [String: String] = [:]) {
    (self.root, self.titles) = (root, titles)
    pages = ItemPages("\(root).feed") { JSONText($0.id) }
  }

  var heading: String { "What has happened in \(root) (\(pages.count))" }
  var isEmpty: Bool { pages.items.isEmpty }
  var next: Call? { rows.isAtEnd ? pages.next : nil }

  mutating func append(_ answer: JSONText) throws(ValueFault) {
    try pages.append(answer)
    rows.update(
      pages.items.map { change in
        ListRow(change, in: change.topic.map { titles[$0] ?? $0 })
      })
  }

  mutating func perform(_ command: Command) -> Deed? {
    guard !rows.move(command), command == .open, let id = rows.selected?.id,
      let topic = pages.items.first(where: { String($0.id) == id })?.topic
    else { return nil }
    return .call(Call("session.toBoard", [.at: JSONText("\(root).\(topic)")]))
  }

  mutating func click(row: Int) { rows.click(row: row) }
  mutating func scroll(by rows: Int) { _ = self.rows.move(rows > 0 ? .down : .up) }

  mutating func draw(on canvas: inout Canvas, rows: Range<Int>) {
    self.rows.draw(on: &canvas, rows: rows, isActive: true) { _ in .plain }
  }
}
