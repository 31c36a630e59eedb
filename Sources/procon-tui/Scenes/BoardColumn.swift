internal import BoardValues
internal import BoxClient
internal import BoxWire
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
  var list = ListPosition()
  /// The ids of long arguments that are shown as a whole.
  var unfolded: Set<String> = []
  /// The argument within which the user has scrolled, and how many of its lines; nil if there is none.
  private var scrolled: (id: String, lines: Int)?

  init(_ side: SideName) {
    self.side = side
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
    scroll(command, room: room, width: width) || list.move(command, of: items.count, page: room)
  }

  /// - Returns: false if there is nothing to scroll, so that another argument is selected.
  private mutating func scroll(_ command: Command, room: Int, width: Int) -> Bool {
    guard let selected else { return false }
    let lines =
      switch command {
      case .down: 1
      case .up: -1
      case .pageDown: max(1, room - 1)
      case .pageUp: -max(1, room - 1)
      default: 0
      }
    let hidden = hiddenLines(room: room, width: width)
    let most = height(of: selected, width: width) - room
    let next = max(0, min(hidden + lines, most))
    scrolled = (selected.id, next)
    return next != hidden
  }

  /// The number of lines of the selected argument above the first one that is shown.
  func hiddenLines(room: Int, width: Int) -> Int {
    guard let selected, let scrolled, scrolled.id == selected.id else { return 0 }
    return max(0, min(scrolled.lines, height(of: selected, width: width) - room))
  }

  /// The number of lines of an argument.
  func height(of item: ArgumentItem, width: Int) -> Int {
    // Most are folded, and a key that scrolls asks for many.
    unfolded.contains(item.id) ? lines(of: item, width: width).count : 1
  }

  /// The lines of an argument, none wider than `width`; the only one of a folded argument as a whole.
  func lines(of item: ArgumentItem, width: Int) -> [String] {
    let bullet = side == .pro ? "+ " : "- "
    let room = max(1, width - bullet.count)
    guard unfolded.contains(item.id) else { return [bullet + item.label] }
    return item.label.wrapped(to: room).enumerated().map { ($0 == 0 ? bullet : "  ") + $1 }
  }
}
