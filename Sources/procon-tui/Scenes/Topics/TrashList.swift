internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient

/// What was deleted from a store and can be brought back, newest first.
struct TrashList: Listing {
  let bindings = KeyTable.trash
  /// The topics of the store have this path.
  private let root: String
  private var pages: ItemPages<TrashItem> { didSet { rows.items = pages.items } }
  private var rows = ItemRows<TrashItem>()

  init(_ root: String) {
    self.root = root
    pages = ItemPages(TrashItem.intent("list", under: root)) { JSONText($0.id) }
  }

  var heading: String { "Deleted from \(root) (\(pages.count))" }
  var isEmpty: Bool { rows.items.isEmpty }
  var next: Call? { rows.isAtEnd ? pages.next : nil }

  mutating func append(_ answer: JSONText) throws(ValueFault) {
    try pages.append(answer)
  }

  /// Removes what a call has restored or erased.
  mutating func answered(_ call: Call) {
    guard call.intent.hasPrefix("\(TrashItem.place(under: root)).") else { return }
    call.parameters[.id]?.string.map { pages.remove($0) }
  }

  mutating func perform(_ command: Command) -> Deed? {
    guard !rows.move(command), let item = rows.selected else { return nil }
    switch command {
    case .open: return call("restore", item)
    case .delete:
      let title = item.name.cut(to: TopicsView.longestTitle)
      return .ask("Erase \"\(title)\" for good?", call("purge", item))
    default: return nil
    }
  }

  private func call(_ intent: String, _ item: TrashItem) -> Deed {
    .call(Call(TrashItem.intent(intent, under: root), [.id: JSONText(item.id)]))
  }

  mutating func click(row: Int) { rows.click(row: row) }
  mutating func scroll(by rows: Int) { self.rows.scroll(by: rows) }

  /// Draws a row for each: the title, who has deleted it and when.
  mutating func draw(on canvas: inout Canvas, rows: Range<Int>) {
    self.rows.draw(on: &canvas, rows: rows) { item in
      (item.name, "\(item.author.visibleName) · \(Age.words(since: item.date))")
    }
  }
}

extension TrashItem {
  /// Its title, and what it belongs to.
  fileprivate var name: String {
    title.visibleName + (post == nil ? "" : " (a post of \(topic))")
  }
}

/// What the user has deleted in a list and can bring back, in the order of deletion.
struct Deletions {
  private var restoring: [Call] = []

  /// Remembers the answer of an intent that has removed something; others have no effect.
  ///
  /// - Parameter root: where the store is mounted.
  mutating func answered(_ call: Call, _ answer: JSONText, under root: String) {
    if let id = answer[AnswerKey.trash]?.string {
      restoring.append(Call(TrashItem.intent("restore", under: root), [.id: JSONText(id)]))
    } else {
      let id = call.parameters[.id]?.string
      restoring.removeAll { $0.intent == call.intent && $0.parameters[.id]?.string == id }
    }
  }

  /// Brings back the last one.
  var undo: Deed {
    restoring.last.map { .call($0) }
      ?? .say("You have deleted nothing here that can be brought back.")
  }
}
