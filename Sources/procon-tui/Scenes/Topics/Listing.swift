internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import TerminalClient

/// A list that the user has asked for, in place of the topics until they go back.
protocol Listing {
  var bindings: [KeyBinding] { get }
  var heading: String { get }
  var isEmpty: Bool { get }

  /// The call that lists what follows the last item, if the user has got there; nil if everything is
  /// known.
  var next: Call? { get }

  /// Takes the answer of ``next``.
  ///
  /// - Throws: what is wrong with it.
  mutating func append(_ answer: JSONText) throws(ValueFault)

  /// Takes what waits for the user now.
  mutating func show(_ items: [AwaitingItem])

  /// A call has succeeded.
  mutating func answered(_ call: Call)

  /// - Returns: nil if the command has no effect outside.
  mutating func perform(_ command: Command) -> Deed?

  mutating func click(row: Int)
  mutating func scroll(by rows: Int)
  mutating func draw(on canvas: inout Canvas, rows: Range<Int>)
}

extension Listing {
  var next: Call? { nil }
  mutating func append(_ answer: JSONText) throws(ValueFault) {}
  mutating func show(_ items: [AwaitingItem]) {}
  mutating func answered(_ call: Call) {}
}

/// Items on one row each, one of which is selected.
struct ItemRows<Item> {
  var items: [Item]
  private var list = ListPosition()
  /// The rows of the list when it was drawn last.
  private var rows = 0..<0

  /// With fewer columns for the name, it has the whole row.
  private static var narrowestName: Int { 20 }

  init(_ items: [Item] = []) {
    self.items = items
  }

  var selected: Item? { items.indices.contains(list.selected) ? items[list.selected] : nil }
  var isAtEnd: Bool { list.selected >= items.count - 1 }

  /// - Returns: whether the command is about rows.
  mutating func move(_ command: Command) -> Bool {
    list.move(command, of: items.count, page: rows.count)
  }

  mutating func click(row: Int) {
    guard rows.contains(row) else { return }
    list.select(list.top + row - rows.lowerBound, of: items.count)
  }

  mutating func scroll(by rows: Int) {
    list.select(list.selected + rows, of: items.count)
  }

  /// Draws the name of each item and, where there is room, a remark at the end of its row.
  mutating func draw(
    on canvas: inout Canvas, rows: Range<Int>, _ words: (Item) -> (name: String, remark: String)
  ) {
    self.rows = rows
    list.reveal(of: items.count, room: max(1, rows.count)) { _ in 1 }
    for (row, (index, item)) in zip(rows, items.enumerated().dropFirst(list.top)) {
      let style = index == list.selected ? Style.plain.selected : .plain
      let (name, remark) = words(item)
      let room = canvas.columns - remark.columns - 2
      let width = room < Self.narrowestName ? canvas.columns : room
      canvas.fill(name, row: row, width: width, style)
      canvas.put(remark, row: row, column: width + 2, .dim)
    }
  }
}

/// Items that an intent lists in pages.
struct ItemPages<Item: Identifiable & Decodable> {
  private(set) var items: [Item] = []
  /// Whether all of them are known.
  private var isComplete = false
  private let intent: String
  private let id: (Item) -> JSONText

  /// How many items a page has; a shorter one is the last one.
  private static var size: Int { 50 }

  init(_ intent: String, id: @escaping (Item) -> JSONText) {
    (self.intent, self.id) = (intent, id)
  }

  /// The number of items, with a plus if there are more.
  var count: String { "\(items.count)\(isComplete ? "" : "+")" }

  /// The call that lists the page after the last item; nil if everything is known.
  var next: Call? {
    guard !isComplete else { return nil }
    return Call(intent, [.limit: JSONText(Self.size), .before: items.last.map(id)])
  }

  /// - Throws: what is wrong with the answer.
  mutating func append(_ answer: JSONText) throws(ValueFault) {
    let page = try answer.decoded(AnswerKey.items, as: [Item].self)
    let known = Set(items.map(\.id))
    let new = page.filter { !known.contains($0.id) }
    isComplete = page.count < Self.size || new.isEmpty
    items += new
  }

  mutating func remove(_ id: Item.ID) {
    items.removeAll { $0.id == id }
  }
}
