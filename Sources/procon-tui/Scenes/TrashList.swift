internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient

/// What was deleted from a store and can be brought back, newest first: the first page, and more when
/// the user gets to its end.
struct TrashList {
  /// The topics of the store have this path.
  let root: String
  private var items: [TrashItem] = []
  /// Whether all of them are known.
  private var isComplete = false
  private var list = ListPosition()
  /// The rows of the list when it was drawn last.
  private var rows = 0..<0

  /// How many items a page has; a shorter one is the last one.
  static let pageSize = 50

  /// With fewer columns for the title, it has the whole row.
  private static let narrowestTitle = 20

  init(_ root: String) {
    self.root = root
  }

  var isEmpty: Bool { items.isEmpty }

  // MARK: Pages

  /// The call that lists the page after the last item.
  var request: Call {
    Call(
      TrashItem.intent("list", under: root),
      [.limit: JSONText(Self.pageSize), .before: items.last.map { JSONText($0.id) }])
  }

  /// Takes the answer of a request.
  ///
  /// - Throws: what is wrong with it.
  mutating func append(_ answer: JSONText) throws(ValueFault) {
    let page = try answer.decoded(AnswerKey.items, as: [TrashItem].self)
    let known = Set(items.map(\.id))
    let new = page.filter { !known.contains($0.id) }
    isComplete = page.count < Self.pageSize || new.isEmpty
    items += new
  }

  /// Removes what a call has restored or erased.
  mutating func answered(_ call: Call) {
    guard call.intent.hasPrefix("\(TrashItem.place(under: root)).") else { return }
    items.removeAll { $0.id == call.parameters[.id]?.string }
  }

  // MARK: Commands

  /// - Returns: nil if the command has no effect outside; whether the user has got to the end of what
  ///   is known.
  mutating func perform(_ command: Command) -> (deed: Deed?, isAtEnd: Bool) {
    if list.move(command, of: items.count, page: rows.count) {
      return (nil, !isComplete && list.selected == items.count - 1)
    }
    guard items.indices.contains(list.selected) else { return (nil, false) }
    let item = items[list.selected]
    switch command {
    case .open: return (call("restore", item), false)
    case .delete:
      let title = item.name.cut(to: TopicsView.longestTitle)
      return (.ask("Erase \"\(title)\" for good?", call("purge", item)), false)
    default: return (nil, false)
    }
  }

  private func call(_ intent: String, _ item: TrashItem) -> Deed {
    .call(Call(TrashItem.intent(intent, under: root), [.id: JSONText(item.id)]))
  }

  mutating func click(row: Int) {
    guard rows.contains(row) else { return }
    list.select(list.top + row - rows.lowerBound, of: items.count)
  }

  mutating func scroll(by rows: Int) {
    list.select(list.selected + rows, of: items.count)
  }

  // MARK: Drawing

  var heading: String { "Deleted from \(root) (\(items.count)\(isComplete ? "" : "+"))" }

  /// Draws a row for each: the title, who has deleted it and when.
  mutating func draw(on canvas: inout Canvas, rows: Range<Int>) {
    self.rows = rows
    list.reveal(of: items.count, room: max(1, rows.count)) { _ in 1 }
    for (row, (index, item)) in zip(rows, items.enumerated().dropFirst(list.top)) {
      let style = index == list.selected ? Style.plain.selected : .plain
      let deletion = "\(item.author.visibleName) · \(Age.words(since: item.date))"
      let room = canvas.columns - deletion.columns - 2
      let width = room < Self.narrowestTitle ? canvas.columns : room
      canvas.fill(item.name, row: row, width: width, style)
      canvas.put(deletion, row: row, column: width + 2, .dim)
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
