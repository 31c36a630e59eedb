internal import Domain

/// A board with what its rows have beyond it.
struct StoredBoard {
  let board: Board
  private let sides: [Column: StoredSide]
  /// The tables in which the places of rows are not those of the board's order.
  fileprivate let misplaced: Set<Table>
  /// Whether the board is everything that its rows have.
  let isWhole: Bool

  fileprivate subscript(column: Column) -> StoredSide { sides[column] ?? StoredSide() }

  /// A topic without rows that belong to it.
  init(new topic: Topic) {
    self.init(Board(topic), [:])
  }

  /// A board that is everything that its rows have.
  init(whole board: Board) {
    self.init(
      board,
      Dictionary(uniqueKeysWithValues: board.lists.map { ($0.column, StoredSide($0)) }))
  }

  /// - Parameter others: whether the board has all rows apart from those of its sides.
  fileprivate init(
    _ board: Board, _ sides: [Column: StoredSide], misplaced: Set<Table> = [],
    others isWhole: Bool = true
  ) {
    self.board = board
    self.sides = sides
    self.misplaced = misplaced
    self.isWhole = isWhole && sides.values.allSatisfy(\.isWhole)
  }
}

/// The rows of a side.
private struct StoredSide {
  var arrangement = Arrangement(rows: [])
  /// The numbers of those that are left out.
  var leftOut: Set<Int> = []
  /// Whether the order could be read.
  var isOrdered = true

  var isWhole: Bool { leftOut.isEmpty && isOrdered && arrangement.isExact }

  init() {}

  init(_ list: ArgumentList) {
    arrangement = Arrangement(list.numbers, insteadOf: [], in: arrangement)
  }
}

// MARK: Reading

extension Database {
  /// nil if there is no such topic, or if it cannot be read.
  func board(of id: Topic.ID) throws -> StoredBoard? {
    guard let stored = try storedTopic(id) else { return nil }
    var options = CountedRows<Option>()
    var objections = CountedRows<Objection>()
    var todos = CountedRows<Todo>()
    if try hasCounted(id) {
      options = try counted(Option.self, of: id)
      objections = try counted(Objection.self, of: id)
      todos = try counted(Todo.self, of: id)
    }
    var rows = BoardRows(options.elements)
    try forEach("\(Table.side.selection) WHERE topic = ?", id) { add($0, toSidesOf: &rows) }
    try forEach(
      "\(Table.argument.selection) WHERE topic = ? ORDER BY option, side, number", id
    ) { add($0, toArgumentsOf: &rows) }
    let (positions, areWhole) = try positions(on: id)
    var sides: [Column: StoredSide] = [:]
    let boards = options.elements.map { option in
      OptionBoard(
        option, pros: rows.list(Column(.pro, of: option.id), &sides),
        cons: rows.list(Column(.con, of: option.id), &sides))
    }
    let board = Board(
      stored.topic, pros: rows.list(.pro, &sides), cons: rows.list(.con, &sides),
      positions: positions,
      options: CountedList(
        boards, lastID: max(stored.newestOption, options.lastLeftOut, rows.lastStray)),
      objections: CountedList(objections.elements, lastID: objections.lastLeftOut),
      todos: CountedList(todos.elements, lastID: max(stored.newestTodo, todos.lastLeftOut)))
    let places = [
      (Table.option, options.arePlaced), (.objection, objections.arePlaced),
      (.todo, todos.arePlaced),
    ]
    return StoredBoard(
      board, sides, misplaced: Set(places.filter { !$0.1 }.map(\.0)),
      others: areWhole && options.isWhole && objections.isWhole && todos.isWhole
        && rows.lastStray == 0)
  }

  private func add(_ row: Row, toSidesOf rows: inout BoardRows) {
    let column = readable(row, .side) { row throws(ColumnFault) in try row.column(in: .side) }
    // Of two rows, the first one counts.
    guard let column, rows.has(column), rows.values[column] == nil else { return }
    rows.values[column] = sideValues(row)
  }

  private func add(_ row: Row, toArgumentsOf rows: inout BoardRows) {
    let number = try? row.number(2, in: ColumnLimits.identifiers)
    let read = readable(row, .argument) { row throws(ColumnFault) in try argument(row) }
    if let argument = read, let number {
      guard rows.has(argument.column) else { return }
      if !rows.add(argument, number) {
        leaveOut(row, .argument, "the number occurs more than once")
      }
    } else if let number, let column = try? row.column(in: .argument) {
      rows.leftOut[column, default: []].insert(number)
    }
  }

  /// Reads the columns of `Table.argument`.
  func argument(_ row: Row) throws(ColumnFault) -> Argument {
    let number = try row.number(2, in: ColumnLimits.identifiers)
    let text = try row.text(4, bytes: 0...ColumnLimits.text)
    let weight = try row.number(
      5, in: Int64(Limits.weight.lowerBound)...Int64(Limits.weight.upperBound))
    let (column, author) = (try row.column(in: .argument), try row.author(6))
    let (created, updated, updatedBy) = (try row.date(7), try row.date(8), try row.editor(9))
    let supporters = row.isNull(10) ? [] : try row.names(10, atMost: Limits.supporters)
    var remarks: [Comment] = []
    if !row.isNull(11) {
      guard let read = comments(try row.text(11, bytes: 1...ColumnLimits.comments)) else {
        throw row.fault(11, "is not a list of comments")
      }
      remarks = read
    }
    do throws(BoardError) {
      return try Argument(
        id: String(number), side: column, text: text, weight: weight, author: author,
        created: created, updated: updated, updatedBy: updatedBy, supporters: supporters,
        comments: remarks)
    } catch {
      guard case .invalid(.text(let rule)) = error else { throw row.fault(4, "breaks a rule") }
      throw row.fault(4, rule.words)
    }
  }
}

/// The rows of the sides and the arguments of a topic, while they are read.
private struct BoardRows {
  var values: [Column: SideValues] = [:]
  /// The arguments of each column that has any, by number, in the order in which they are read: one
  /// column after the other.
  private var lists: [(column: Column, arguments: [Int: Argument])] = []
  /// The numbers of arguments that cannot be read.
  var leftOut: [Column: Set<Int>] = [:]
  /// The greatest number of an option that rows belong to although the board does not have it; 0
  /// without any.
  private(set) var lastStray = 0
  private let options: [Option]

  init(_ options: [Option]) {
    self.options = options
  }

  /// - Returns: false if there already is one with its number.
  mutating func add(_ argument: Argument, _ number: Int) -> Bool {
    if lists.last?.column != argument.column { lists.append((argument.column, [:])) }
    let last = lists.count - 1
    guard lists[last].arguments[number] == nil else { return false }
    lists[last].arguments[number] = argument
    return true
  }

  /// Whether a column is one of the board. Rows of others are reported when all are surveyed.
  mutating func has(_ column: Column) -> Bool {
    guard let id = column.option, !options.contains(where: { $0.id == id }) else { return true }
    lastStray = max(lastStray, Int(id) ?? 0)
    return false
  }

  /// Returns the arguments of a column.
  ///
  /// - Parameter sides: gets what its rows have beyond them.
  func list(_ column: Column, _ sides: inout [Column: StoredSide]) -> ArgumentList {
    let arguments = lists.first { $0.column == column }?.arguments ?? [:]
    let values = values[column]
    var stored = StoredSide()
    stored.leftOut = (leftOut[column] ?? []).subtracting(arguments.keys)
    stored.isOrdered = values?.isOrdered ?? true
    stored.arrangement = Arrangement(
      values?.arrangement, rows: Array(arguments.keys) + stored.leftOut)
    sides[column] = stored
    return ArgumentList(
      column, arguments: stored.arrangement.numbers.compactMap { arguments[$0] },
      lastID: max(values?.newest ?? 0, stored.leftOut.max() ?? 0), updated: values?.updated,
      updatedBy: values?.updatedBy)
  }
}

// MARK: Writing

extension Database {
  /// Writes the rows in which a board differs from the stored one.
  func store(_ board: Board, insteadOf old: StoredBoard) throws {
    let (before, id) = (old.board, board.id)
    // The newest number of a row that was added with `sqlite3` is not that of the topic yet.
    if board.topic != before.topic || board.options.lastID != before.options.lastID
      || board.todos != before.todos
    {
      try update(board.topic, newest: board.options.lastID, board.todos.lastID)
    }
    for side in Side.allCases where board[side] != before[side] {
      try store(board[side], insteadOf: before[side], old)
    }
    if board.options != before.options { try store(board.options, insteadOf: old, of: id) }
    if board.positions != before.positions {
      try store(board.positions, insteadOf: before.positions, on: id)
    }
    if board.objections != before.objections {
      try store(
        board.objections.elements, insteadOf: before.objections.elements,
        arePlaced: !old.misplaced.contains(.objection), of: id)
    }
    if board.todos != before.todos {
      try store(
        board.todos.elements, insteadOf: before.todos.elements,
        arePlaced: !old.misplaced.contains(.todo), of: id)
    }
  }

  /// Writes options with their arguments.
  private func store(
    _ options: CountedList<OptionBoard>, insteadOf old: StoredBoard, of topic: Topic.ID
  ) throws {
    let before = old.board.options
    let (after, stored) = (options.elements.map(\.option), before.elements.map(\.option))
    if after != stored {
      try store(
        after, insteadOf: stored, arePlaced: !old.misplaced.contains(.option), of: topic)
    }
    for board in options.elements {
      for side in Side.allCases {
        let list = board[side]
        let previous = before[board.id]?[side] ?? ArgumentList(list.column)
        if list != previous { try store(list, insteadOf: previous, old) }
      }
    }
    // Rows that are left out stay, and are reported as those of an option that does not exist.
    for board in before.elements where options[board.id] == nil {
      for side in Side.allCases {
        try store([], insteadOf: board[side].arguments, board[side].column, topic)
      }
      try change(
        "DELETE FROM side WHERE topic = ? AND option = ?", [topic, Int(board.id)])
    }
  }

  private func store(
    _ list: ArgumentList, insteadOf previous: ArgumentList, _ old: StoredBoard
  ) throws {
    let (topic, column) = (old.board.id, list.column)
    try store(list.arguments, insteadOf: previous.arguments, column, topic)
    try store(list, insteadOf: previous, old[column], topic)
  }

  private func store(
    _ after: [Argument], insteadOf before: [Argument], _ column: Column, _ topic: Topic.ID
  ) throws {
    let key: [(any Bindable)?] = [topic, column.number, column.side.rawValue]
    var rest: [Argument.ID: Argument] = [:]
    for argument in before.differing(from: after) { rest[argument.id] = argument }
    for argument in after.differing(from: before) {
      if let stored = rest.removeValue(forKey: argument.id) {
        guard argument != stored else { continue }
        try change(
          one: .argument,
          """
          UPDATE argument SET text = ?5, weight = ?6, updated = ?7, updated_by = ?8,
            supporters = ?9, comments = ?10
          WHERE topic = ?1 AND option = ?2 AND side = ?3 AND number = ?4
          """,
          key + [
            Int(argument.id), argument.text, argument.weight, argument.updated.milliseconds,
            argument.updatedBy, argument.supportersText, argument.commentsText,
          ])
      } else {
        // Not beside a row that is left out.
        try change(
          one: .argument,
          """
          INSERT INTO argument (
            topic, option, side, number, text, weight, author, created, updated, updated_by,
            supporters, comments)
          SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12 WHERE NOT EXISTS (
            SELECT 1 FROM argument WHERE topic = ?1 AND option = ?2 AND side = ?3 AND number = ?4)
          """,
          key + [
            Int(argument.id), argument.text, argument.weight, argument.author,
            argument.created.milliseconds, argument.updated.milliseconds, argument.updatedBy,
            argument.supportersText, argument.commentsText,
          ])
      }
    }
    for id in rest.keys {
      try change(
        one: .argument,
        "DELETE FROM argument WHERE topic = ? AND option = ? AND side = ? AND number = ?",
        key + [Int(id)])
    }
  }

  private func store(
    _ list: ArgumentList, insteadOf previous: ArgumentList, _ old: StoredSide, _ topic: Topic.ID
  ) throws {
    let (option, side) = (list.column.number, list.column.side.rawValue)
    let arrangement = Arrangement(
      list.numbers, insteadOf: previous.numbers, in: old.arrangement
    ).text
    // An order that cannot be read is kept until there is another one.
    let isKept = arrangement == nil && !old.isOrdered
    let count = try change(
      """
      UPDATE side SET newest = ?1, updated = ?2, updated_by = ?3,
        arrangement = iif(?4, arrangement, ?5)
      WHERE topic = ?6 AND option = ?7 AND side = ?8
      """,
      [
        list.lastID, list.updated?.milliseconds, list.updatedBy, isKept ? 1 : 0, arrangement, topic,
        option, side,
      ])
    // More than one, if the table has lost its rule, are equal now.
    guard count == 0 else { return }
    try change(
      one: .side,
      """
      INSERT INTO side (topic, option, side, newest, updated, arrangement, updated_by)
      SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE NOT EXISTS (
        SELECT 1 FROM side WHERE topic = ?1 AND option = ?2 AND side = ?3)
      """, topic, option, side, list.lastID, list.updated?.milliseconds, arrangement,
      list.updatedBy)
  }
}

extension Column {
  /// The number of its option as in tables: 0 for the topic's own board.
  fileprivate var number: Int { option.flatMap { Int($0) } ?? 0 }
}

extension BrokenTextRule {
  /// What is wrong with a text, such as "is empty".
  var words: String {
    switch self {
    case .empty: "is empty"
    case .tooManyCharacters(let count): "has \(count) characters"
    case .tooManyBytes(let count): "has \(count) bytes"
    case .controlCharacter: "contains a control character"
    case .bidirectionalControl: "contains a character that changes the writing direction"
    case .hiddenCharacter: "contains a character that cannot be seen"
    }
  }
}

extension Argument {
  /// The people who support it, one a line; nil if there are none.
  var supportersText: String? { supporters.isEmpty ? nil : supporters.joined(separator: "\n") }

  /// Its comments as a JSON array; nil if there are none.
  fileprivate var commentsText: String? { comments.isEmpty ? nil : JSONValue(comments).text }
}

extension [Argument] {
  /// Those that another array does not have at the same place.
  fileprivate func differing(from other: [Argument]) -> [Argument] {
    indices.filter { !other.indices.contains($0) || other[$0] != self[$0] }.map { self[$0] }
  }
}

extension ArgumentList {
  /// The numbers of its arguments in their order.
  fileprivate var numbers: [Int] { arguments.compactMap { Int($0.id) } }
}

extension Timestamp {
  var milliseconds: Int64 { millisecondsSince1970 }
}
