internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient

/// One side of a board: its arguments, and which of them are shown.
struct BoardColumn {
  let side: SideName
  private(set) var items: [ArgumentItem] = []
  /// What the arguments were read from; nil if there was nothing.
  private var source: JSONText?
  /// Each element of it, as it was read.
  private var read: [(source: JSONText, result: Result<ArgumentItem, ValueFault>)] = []
  /// The number in the heading, which the daemon counts.
  var count = 0
  private var position = TallListPosition()
  /// The ids of arguments that are shown as a whole, with their comments.
  var unfolded: Set<String> = []
  /// Whether there is room for all texts as a whole.
  private var isRoomy = false
  private var facts = FactColumns([])

  init(_ side: SideName) {
    self.side = side
  }

  var list: ListPosition {
    get { position.list }
    set { position.list = newValue }
  }

  var selected: ArgumentItem? {
    items.indices.contains(list.selected) ? items[list.selected] : nil
  }

  func index(of id: String) -> Int? { items.firstIndex { $0.id == id } }

  /// Takes new arguments. The selection stays with its argument.
  ///
  /// - Returns: whether they have changed.
  /// - Parameter source: an array. Reading 1,000 arguments takes milliseconds, so only those are read
  ///   that have changed.
  mutating func update(_ source: JSONText?) -> Bool {
    guard source != self.source else { return false }
    self.source = source
    let id = selected?.id
    let elements = source?.elements ?? []
    read.removeLast(max(0, read.count - elements.count))
    for (index, element) in elements.enumerated() {
      if index == read.count {
        read.append((element, Self.read(element)))
      } else if read[index].source != element {
        read[index] = (element, Self.read(element))
      }
    }
    items = read.compactMap { try? $0.result.get() }
    facts = FactColumns(items)
    list.select(id.flatMap { index(of: $0) } ?? list.selected, of: items.count)
    return true
  }

  private static func read(_ element: JSONText) -> Result<ArgumentItem, ValueFault> {
    Result { () throws(ValueFault) in try element.decoded() }
  }

  /// What is wrong with elements, which are left out, such as `[3]: member 'text' is missing`.
  var faults: [String] {
    guard items.count < read.count else { return [] }
    return read.enumerated().compactMap { index, element in
      guard case .failure(let fault) = element.result else { return nil }
      return "[\(index)]: \(fault)"
    }
  }

  /// Selects an argument, or the nearest one that exists.
  mutating func select(_ row: Int) {
    list.select(row, of: items.count)
  }

  /// Carries out a command about rows. It scrolls through the selected argument first, if that is
  /// taller than its rows.
  ///
  /// - Returns: whether the command is about rows.
  mutating func move(_ command: Command, room: Int, width: Int) -> Bool {
    position.move(command, of: items.count, selected: selectedRow(width: width), room: room)
  }

  private func selectedRow(width: Int) -> TallListPosition.Row? {
    selected.map { ($0.id, height(of: $0, width: width)) }
  }

  /// The number of lines of the selected argument above the first one that is shown.
  func hiddenLines(room: Int, width: Int) -> Int {
    selectedRow(width: width).map { position.hiddenLines(of: $0, room: room) } ?? 0
  }

  /// Finds out what has room.
  mutating func layOut(room: Int, width: Int) {
    // Each takes a line or more.
    guard items.count <= room else {
      isRoomy = false
      return
    }
    isRoomy = true
    isRoomy = items.reduce(0) { $0 + height(of: $1, width: width) } <= room
  }

  /// The number of lines of an argument.
  func height(of item: ArgumentItem, width: Int) -> Int {
    // Most are folded, and a key that scrolls asks for many.
    isRoomy || unfolded.contains(item.id) ? lines(of: item, width: width).count : 1
  }

  /// What is known of an argument, for the end of its first line; empty if there is no room for it.
  func facts(of item: ArgumentItem, width: Int) -> String {
    facts.width(in: width) > 0 ? facts.text(of: item) : ""
  }

  /// What precedes the first line of an argument.
  var bullet: String { side == .pro ? "+ " : "- " }

  /// The lines of an argument, none wider than `width` less ``facts(of:width:)``, and those of its
  /// comments if it is unfolded. A text for which there is no room is one line, and may be wider
  /// unless the number of comments is behind it.
  func lines(of item: ArgumentItem, width: Int) -> [String] {
    let beside = facts.width(in: width)
    let room = max(1, width - bullet.count - beside)
    // The weight is among the facts.
    let text = beside > 0 ? item.text : item.label
    let comments = item.comments ?? []
    let isUnfolded = unfolded.contains(item.id)
    let count = comments.isEmpty || isUnfolded || beside > 0 ? "" : " 💬\(comments.count)"
    guard isUnfolded || isRoomy else {
      return [bullet + (count.isEmpty ? text : text.cut(to: room - count.columns) + count)]
    }
    let own = (text + count).wrapped(to: room).enumerated().map {
      ($0 == 0 ? bullet : "  ") + $1
    }
    guard isUnfolded else { return own }
    return own
      + comments.flatMap { comment in
        "💬\(comment.id) \(comment.author.visibleName): \(comment.text)".wrapped(
          to: max(1, room - 2)
        )
        .map { "    " + $0 }
      }
  }
}
