internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient

/// What has happened in the topics of a store, newest first.
struct FeedList: Listing {
  let bindings = KeyTable.links
  /// The topics of the store have this path.
  private let root: String
  private var pages: ItemPages<HistoryItem>

  init(_ root: String) {
    self.root = root
    pages = ItemPages("\(root).feed") { JSONText($0.id) }
  }

  var heading: String { "What has happened in \(root) (\(pages.count))" }
  var isEmpty: Bool { pages.rows.items.isEmpty }
  var next: Call? { pages.next }

  mutating func append(_ answer: JSONText) throws(ValueFault) {
    try pages.append(answer)
  }

  mutating func perform(_ command: Command) -> Deed? {
    guard !pages.rows.move(command), command == .open, let topic = pages.rows.selected?.topic else {
      return nil
    }
    return .call(Call("session.toBoard", [.at: JSONText("\(root).\(topic)")]))
  }

  mutating func click(row: Int) { pages.rows.click(row: row) }
  mutating func scroll(by rows: Int) { pages.rows.scroll(by: rows) }

  /// Draws a row for each: the topic, what was done, who has done it and when.
  mutating func draw(on canvas: inout Canvas, rows: Range<Int>) {
    pages.rows.draw(on: &canvas, rows: rows) { item in
      let topic = item.topic.map { "\($0.visibleName): " } ?? ""
      return (
        topic + item.text.visibleName,
        "\(item.author.visibleName) · \(Age.words(since: item.date))"
      )
    }
  }
}
