internal import Domain

/// What must be written and deleted so that one state of a board becomes another one. Only what differs
/// is encoded.
struct BoardDifference: Sendable {
  /// Of the lists of the new state.
  let names: BoardNames
  /// Keys without what all keys of the topic begin with. What refers to something comes after it: lists,
  /// options, and in the end the topic itself.
  private(set) var puts: [(key: String, value: [UInt8])] = []
  private(set) var deletes: [String] = []
  /// All keys that begin with one of these are to be deleted: those of the positions when a topic is
  /// reopened, of which there can be more than one request deletes one by one.
  private(set) var deletedPrefixes: [String] = []
  /// The names of the lists of options that are removed, by option. Nothing refers to them any more, and
  /// their keys are not among ``deletes``: the ``StoredRecord`` of the removal may keep them, if that is the
  /// only change. Otherwise everything under ``BoardKey/lists(_:)`` is to be deleted.
  let removedLists: [Option.ID: String]

  /// - Parameters:
  ///   - old: nil if nothing is stored.
  ///   - rewritten: the names of lists that get other names: all that they have is written again, and nothing
  ///     refers to it before the topic or the option does.
  ///   - newName: makes a name that no lists of the topic have.
  init(
    from old: (board: Board, names: BoardNames)?, to new: Board,
    rewriting rewritten: Set<String> = [],
    newName: () -> String
  ) {
    var names =
      old?.names.after(old?.board ?? new, new, newName: newName)
      ?? BoardNames(own: newName()).after(Board(new.topic), new, newName: newName)
    if rewritten.contains(names.own) { names.own = newName() }
    for (id, name) in names.options where rewritten.contains(name) { names.options[id] = newName() }
    self.names = names
    let used = Set(names.options.values).union([names.own])
    removedLists = (old?.names.options ?? [:]).filter { id, name in
      new.options[id] == nil && !used.contains(name)
    }
    putLists(of: new, insteadOf: old, rewriting: rewritten)
    let options = new.options.elements.compactMap { option in
      names.options[option.id].map { StoredOption(option.option, board: $0) }
    }
    let oldOptions = (old?.board.options.elements ?? []).compactMap { option in
      old?.names.options[option.id].map { StoredOption(option.option, board: $0) }
    }
    put(options, insteadOf: oldOptions, \.value) { .option($0.option.id) }
    put(new.objections.elements, insteadOf: old?.board.objections.elements ?? [])
    put(new.todos.elements, insteadOf: old?.board.todos.elements ?? [])
    putPositions(new.positions, insteadOf: old?.board.positions ?? [])
    let topic = TopicValue(new, board: names.own)
    if topic != old.map({ TopicValue($0.board, board: $0.names.own) }) {
      puts.append((BoardKey.topic.text, topic.value))
    }
  }

  // MARK: Lists

  private mutating func putLists(
    of new: Board, insteadOf old: (board: Board, names: BoardNames)?,
    rewriting rewritten: Set<String>
  ) {
    var rest: [String: BoardLists] = [:]
    if let old {
      for lists in old.board.allLists {
        if let name = old.names[lists.option] { rest[name] = lists }
      }
    }
    for lists in new.allLists {
      guard let name = names[lists.option] else { continue }
      let before = rest.removeValue(forKey: name)
      for list in lists.sides { put(list, insteadOf: before?[list.column.side], name) }
    }
    for name in rewritten where rest.removeValue(forKey: name) != nil {
      deletedPrefixes.append(BoardKey.lists(name))
    }
    for name in removedLists.values { rest[name] = nil }
    for (name, lists) in rest.sorted(by: { $0.key < $1.key }) {
      for list in lists.sides { put(ArgumentList(list.column), insteadOf: list, name) }
    }
  }

  /// - Parameter old: the list of that name, which may have been that of another column.
  private mutating func put(_ new: ArgumentList, insteadOf old: ArgumentList?, _ name: String) {
    let old = old.map { $0.column == new.column ? $0 : $0.moved(to: new.column) }
    guard new != old else { return }
    let list = BoardKey.ListName(board: name, side: new.column.side)
    put(new.arguments, insteadOf: old?.arguments ?? [], \.value) { .argument($0.id, list) }
    let (head, oldHead) = (SideHead(new), old.map { SideHead($0) } ?? .empty)
    guard head != oldHead else { return }
    let key = BoardKey.side(list).text
    if let value = head.value { puts.append((key, value)) } else { deletes.append(key) }
  }

  // MARK: Elements

  private mutating func putPositions(_ new: [Position], insteadOf old: [Position]) {
    guard !new.isEmpty || old.count < 2 else {
      deletedPrefixes.append(BoardKey.positions)
      return
    }
    put(new, insteadOf: old, \.value) { .position(of: $0.person) }
  }

  private mutating func put<Element: StoredElement>(
    _ new: [Element], insteadOf old: [Element]
  ) {
    put(new, insteadOf: old, \.value) { Element.key($0.id) }
  }

  private mutating func put<Element: Equatable>(
    _ new: [Element], insteadOf old: [Element], _ value: (Element) -> [UInt8],
    _ key: (Element) -> BoardKey
  ) {
    guard new != old else { return }
    var rest = Dictionary(old.map { (key($0), $0) }) { first, _ in first }
    for element in new {
      let key = key(element)
      if rest.removeValue(forKey: key) != element { puts.append((key.text, value(element))) }
    }
    deletes += rest.keys.map(\.text).sorted()
  }
}

/// Both sides of a topic's own board, or of that of an option.
struct BoardLists {
  let pros: ArgumentList
  let cons: ArgumentList

  var option: Option.ID? { pros.column.option }
  var sides: [ArgumentList] { [pros, cons] }

  subscript(side: Side) -> ArgumentList { side == .pro ? pros : cons }

  /// Whether their arguments are those of other lists, apart from the column.
  func have(_ other: BoardLists) -> Bool {
    Side.allCases.allSatisfy { side in
      self[side].arguments.elementsEqual(other[side].arguments) { first, second in
        first == (first.column == second.column ? second : second.moved(to: first.column))
      }
    }
  }

  var isEmpty: Bool { pros.arguments.isEmpty && cons.arguments.isEmpty }
}

extension Board {
  var ownLists: BoardLists { BoardLists(pros: pros, cons: cons) }

  fileprivate var allLists: [BoardLists] { [ownLists] + options.elements.map(\.lists) }
}

extension OptionBoard {
  fileprivate var lists: BoardLists { BoardLists(pros: pros, cons: cons) }

  /// Whether it has the arguments of other lists, and there are any.
  func has(_ other: BoardLists) -> Bool { !other.isEmpty && lists.have(other) }
}
