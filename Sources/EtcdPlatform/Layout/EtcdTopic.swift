internal import Domain

/// A topic as its keys have it, while they are read and change one by one. Each value is decoded once.
///
/// Whatever breaks a rule is left out and reported, and the rest is shown. What is left out keeps its key
/// and its number: nothing else gets that. It loses its place in an order that is written without it.
struct EtcdTopic: Sendable {
  private var topic: TopicValue?
  private var options: [Option.ID: StoredOption] = [:]
  private var objections: [Objection.ID: Objection] = [:]
  private var todos: [Todo.ID: Todo] = [:]
  /// By the names in their keys.
  private var positions: [String: Position] = [:]
  /// Also those to which nothing refers, which are kept and not shown.
  private var sides: [BoardKey.ListName: StoredSide] = [:]
  /// Why keys cannot be read, by key.
  private var unreadable: [String: String] = [:]

  /// A key with a sentence that begins with the name of a member, such as "weight must be from 1 to 5", or
  /// with a verb.
  typealias Fault = (key: String, reason: String)

  init() {}

  // MARK: Keys

  /// - Parameter key: without what all keys of the topic begin with.
  mutating func put(_ key: String, _ value: [UInt8]) {
    guard let place = BoardKey(key) else {
      unreadable[key] = "is not a key of this layout"
      return
    }
    unreadable[key] = nil
    remove(place)
    do throws(LayoutFault) {
      try read(place, value)
    } catch {
      unreadable[key] = error.reason
    }
  }

  private mutating func read(_ key: BoardKey, _ value: [UInt8]) throws(LayoutFault) {
    switch key {
    case .topic: topic = try TopicValue(value)
    case .option(let id): options[id] = try StoredOption(value, id: id)
    case .objection(let id): objections[id] = try Objection(StoredObject(value), id: id)
    case .todo(let id): todos[id] = try Todo(StoredObject(value), id: id)
    case .position(let name):
      let position = try Position(StoredObject(value))
      let expected = BoardKey.position(of: position.person)
      guard key == expected else {
        throw LayoutFault("person belongs to the key \(expected.text)")
      }
      positions[name] = position
    case .side(let list): sides[list, default: StoredSide()].head = try SideHead(value)
    case .argument(let id, let list):
      sides[list, default: StoredSide()].arguments[id] = try Argument(
        StoredObject(value), id: id, Column(list.side))
    }
  }

  /// - Parameter key: likewise.
  mutating func remove(_ key: String) {
    unreadable[key] = nil
    BoardKey(key).map { remove($0) }
  }

  private mutating func remove(_ key: BoardKey) {
    switch key {
    case .topic: topic = nil
    case .option(let id): options[id] = nil
    case .objection(let id): objections[id] = nil
    case .todo(let id): todos[id] = nil
    case .position(let name): positions[name] = nil
    case .side(let list): sides[list]?.head = SideHead.empty
    case .argument(let id, let list): sides[list]?.arguments[id] = nil
    }
  }

  // MARK: The board

  /// A board, with what is not shown of it.
  struct Reading {
    /// nil if the topic itself is missing or cannot be read.
    let board: Board?
    /// What cannot be read, or breaks a rule together with something else; in order of the keys.
    let faults: [Fault]
  }

  func read(as id: Topic.ID) -> Reading {
    var faults: [Fault] = unreadable.map { ($0.key, $0.value) }
    let board = board(as: id, &faults)
    return Reading(board: board, faults: faults.sorted { $0.key < $1.key })
  }

  /// The names of its lists; nil if there is no board.
  var names: BoardNames? {
    guard let topic else { return nil }
    var faults: [Fault] = []
    let shown = shownOptions(of: topic, &faults).options
    return BoardNames(
      own: topic.board, options: Dictionary(shown.map { ($0.option.id, $0.board) }) { $1 })
  }

  /// Returns an option that was removed, with the arguments that lists have.
  ///
  /// - Parameter name: that of the lists.
  func lists(_ name: String, of option: Option) -> OptionBoard {
    var faults: [Fault] = []
    return optionBoard(StoredOption(option, board: name), &faults)
  }

  /// Whether the topic or an option refers to lists, as far as they can be read.
  ///
  /// - Parameter name: that of the lists.
  func uses(_ name: String) -> Bool {
    topic?.board == name || options.values.contains { $0.board == name }
  }

  /// The names of all lists, used or not.
  var listNames: Set<String> { Set(sides.keys.map(\.board)) }

  private func board(as id: Topic.ID, _ faults: inout [Fault]) -> Board? {
    guard let topic else { return nil }
    let options = shownOptions(of: topic, &faults)
    let boards = options.options.map { optionBoard($0, &faults) }
    let todos = shown(todos, topic.todos, atMost: Limits.todos, Todo.key, &faults)
    let objections = shown(
      objections, topic.objections, atMost: Limits.objections, Objection.key, &faults)
    return Board(
      topic.topic(as: id), pros: list(.pro, topic.board, &faults),
      cons: list(.con, topic.board, &faults), positions: shownPositions(&faults),
      options: CountedList(boards, lastID: max(topic.newestOption, options.newest)),
      objections: CountedList(
        objections.elements, lastID: max(topic.newestObjection, objections.newest)),
      todos: CountedList(todos.elements, lastID: max(topic.newestTodo, todos.newest)))
  }

  private func shownOptions(
    of topic: TopicValue, _ faults: inout [Fault]
  ) -> (options: [StoredOption], newest: Int) {
    let (found, newest) = shown(
      options, topic.options, atMost: options.count, Option.key, &faults)
    var (shown, boards): ([StoredOption], Set<String>) = ([], [topic.board])
    var titles: Set<String> = []
    for option in found {
      let reason: String? =
        if boards.contains(option.board) {
          "board names lists that belong to the topic or to another option"
        } else if titles.contains(option.option.title.lowercased()) {
          "title is that of another option"
        } else if shown.count == Limits.options {
          Self.tooMany(Limits.options)
        } else {
          nil
        }
      if let reason {
        faults.append((BoardKey.option(option.option.id).text, reason))
        continue
      }
      boards.insert(option.board)
      titles.insert(option.option.title.lowercased())
      shown.append(option)
    }
    return (shown, newest)
  }

  private func optionBoard(_ stored: StoredOption, _ faults: inout [Fault]) -> OptionBoard {
    let option = stored.option
    return OptionBoard(
      option, pros: list(Column(.pro, of: option.id), stored.board, &faults),
      cons: list(Column(.con, of: option.id), stored.board, &faults))
  }

  private func list(
    _ column: Column, _ name: String, _ faults: inout [Fault]
  ) -> ArgumentList {
    let list = BoardKey.ListName(board: name, side: column.side)
    let side = sides[list] ?? StoredSide()
    let (arguments, newest) = shown(
      side.arguments, side.head.order, atMost: Limits.argumentsPerSide, { .argument($0, list) },
      &faults)
    return ArgumentList(
      column, arguments: column.option == nil ? arguments : arguments.map { $0.moved(to: column) },
      lastID: max(side.head.newest, newest), updated: side.head.updated,
      updatedBy: side.head.updatedBy)
  }

  private func shownPositions(_ faults: inout [Fault]) -> [Position] {
    var (shown, people): ([Position], Set<String>) = ([], [])
    for (name, position) in positions.sorted(by: { $0.key < $1.key }) {
      let key = BoardKey.position(name).text
      if shown.count == Limits.positions {
        faults.append((key, Self.tooMany(Limits.positions)))
      } else if people.insert(position.person).inserted {
        shown.append(position)
      } else {
        faults.append((key, "person is written like another one"))
      }
    }
    return shown
  }

  /// Returns what is shown of elements, in their order, and the greatest number that one of them has,
  /// shown or not.
  private func shown<Element>(
    _ elements: [String: Element], _ order: [String], atMost limit: Int,
    _ key: (String) -> BoardKey, _ faults: inout [Fault]
  ) -> (elements: [Element], newest: Int) {
    var rest = Set(elements.keys)
    var ids = order.filter { rest.remove($0) != nil }
    if !rest.isEmpty { ids += rest.byNumber }
    for id in ids.dropFirst(limit) { faults.append((key(id).text, Self.tooMany(limit))) }
    let known = ids.compactMap { Int($0) }.max() ?? 0
    return (ids.prefix(limit).compactMap { elements[$0] }, max(known, newestUnreadable(key)))
  }

  private func newestUnreadable(_ key: (String) -> BoardKey) -> Int {
    let numbers = unreadable.keys.compactMap { text -> Int? in
      guard let number = text.split(separator: "/").last.flatMap({ Int($0) }) else { return nil }
      return key(String(number)).text == text ? number : nil
    }
    return numbers.max() ?? 0
  }

  private static func tooMany(_ limit: Int) -> String { "is one too many: there can be \(limit)" }
}

/// A side of lists.
private struct StoredSide: Sendable {
  var head = SideHead.empty
  /// As those of the topic's own board.
  var arguments: [Argument.ID: Argument] = [:]
}
