internal import Domain

/// A board with what its rows have beyond it.
struct StoredBoard {
  let board: Board
  let pros: StoredSide
  let cons: StoredSide
  /// Whether the positions are all that there are.
  let hasAllPositions: Bool

  subscript(side: Side) -> StoredSide { side == .pro ? pros : cons }

  /// Whether the board is everything that its rows have.
  var isWhole: Bool { pros.isWhole && cons.isWhole && hasAllPositions }

  /// A topic without rows for its sides and positions.
  init(new topic: Topic) {
    self.init(Board(topic), StoredSide(), StoredSide())
  }

  /// A board that is everything that its rows have.
  init(whole board: Board) {
    self.init(board, StoredSide(board.pros), StoredSide(board.cons))
  }

  init(
    _ board: Board, _ pros: StoredSide, _ cons: StoredSide, hasAllPositions: Bool = true
  ) {
    self.board = board
    self.pros = pros
    self.cons = cons
    self.hasAllPositions = hasAllPositions
  }
}

/// The rows of a side.
struct StoredSide {
  var arrangement = Arrangement(rows: [])
  /// The numbers of those that are left out.
  var leftOut: Set<Int> = []
  /// Whether the order could be read.
  var isOrdered = true

  var isWhole: Bool { leftOut.isEmpty && isOrdered && arrangement.isExact }

  init() {}

  fileprivate init(_ list: ArgumentList) {
    arrangement = Arrangement(list.numbers, insteadOf: [], in: arrangement)
  }
}

extension Database {
  /// nil if there is no such topic, or if it cannot be read.
  func board(of id: Topic.ID) throws -> StoredBoard? {
    guard let topic = try topic(id) else { return nil }
    let (pros, storedPros) = try list(.pro, of: id)
    let (cons, storedCons) = try list(.con, of: id)
    let (positions, areWhole) = try positions(on: id)
    return StoredBoard(
      Board(topic, pros: pros, cons: cons, positions: positions), storedPros, storedCons,
      hasAllPositions: areWhole)
  }

  private func list(
    _ side: Side, of topic: Topic.ID
  ) throws -> (ArgumentList, StoredSide) {
    let values = try first(
      "\(Table.side.selection) WHERE topic = ? AND side = ?", topic, side.rawValue
    ) { sideValues($0) }
    var stored = StoredSide()
    var arguments: [Int: Argument] = [:]
    try forEach(
      "\(Table.argument.selection) WHERE topic = ? AND side = ? ORDER BY number", topic,
      side.rawValue
    ) { row in
      let number = try? row.number(2, in: ColumnLimits.identifiers)
      if let argument = readable(row, .argument, { row throws(ColumnFault) in try row.argument() }),
        let number
      {
        if arguments[number] == nil {
          arguments[number] = argument
        } else {
          leaveOut(row, .argument, "the number occurs more than once")
        }
      } else if let number, arguments[number] == nil {
        stored.leftOut.insert(number)
      }
    }
    stored.leftOut.subtract(arguments.keys)
    stored.isOrdered = values?.isOrdered ?? true
    stored.arrangement = Arrangement(
      values?.arrangement, rows: Array(arguments.keys) + stored.leftOut)
    let list = ArgumentList(
      side, arguments: stored.arrangement.numbers.compactMap { arguments[$0] },
      lastID: max(values?.newest ?? 0, stored.leftOut.max() ?? 0), updated: values?.updated,
      updatedBy: values?.updatedBy)
    return (list, stored)
  }

  /// Writes the rows in which a board differs from the stored one.
  func store(_ board: Board, insteadOf old: StoredBoard) throws {
    if board.topic != old.board.topic { try update(board.topic) }
    for side in Side.allCases where board[side] != old.board[side] {
      try store(board[side].arguments, insteadOf: old.board[side].arguments, side, board.id)
      try store(board[side], insteadOf: old.board[side], old[side], board.id)
    }
    if board.positions != old.board.positions {
      try store(board.positions, insteadOf: old.board.positions, on: board.id)
    }
  }

  private func store(
    _ after: [Argument], insteadOf before: [Argument], _ side: Side, _ topic: Topic.ID
  ) throws {
    var rest: [Argument.ID: Argument] = [:]
    for argument in before.differing(from: after) { rest[argument.id] = argument }
    for argument in after.differing(from: before) {
      if let stored = rest.removeValue(forKey: argument.id) {
        guard argument != stored else { continue }
        try change(
          one: .argument,
          """
          UPDATE argument SET text = ?, weight = ?, updated = ?, updated_by = ?, supporters = ?
          WHERE topic = ? AND side = ? AND number = ?
          """, argument.text, argument.weight, argument.updated.milliseconds,
          argument.updatedBy, argument.supportersText, topic, side.rawValue, Int(argument.id))
      } else {
        // Not beside a row that is left out.
        try change(
          one: .argument,
          """
          INSERT INTO argument (
            topic, side, number, text, weight, author, created, updated, updated_by, supporters)
          SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 WHERE NOT EXISTS (
            SELECT 1 FROM argument WHERE topic = ?1 AND side = ?2 AND number = ?3)
          """, topic, side.rawValue, Int(argument.id), argument.text, argument.weight,
          argument.author, argument.created.milliseconds, argument.updated.milliseconds,
          argument.updatedBy, argument.supportersText)
      }
    }
    for id in rest.keys {
      try change(
        one: .argument, "DELETE FROM argument WHERE topic = ? AND side = ? AND number = ?", topic,
        side.rawValue, Int(id))
    }
  }

  private func store(
    _ list: ArgumentList, insteadOf previous: ArgumentList, _ old: StoredSide, _ topic: Topic.ID
  ) throws {
    let side = list.side.rawValue
    let arrangement = Arrangement(
      list.numbers, insteadOf: previous.numbers, in: old.arrangement
    ).text
    // An order that cannot be read is kept until there is another one.
    let isKept = arrangement == nil && !old.isOrdered
    let count = try change(
      """
      UPDATE side SET newest = ?1, updated = ?2, updated_by = ?3,
        arrangement = iif(?4, arrangement, ?5)
      WHERE topic = ?6 AND side = ?7
      """,
      [
        list.lastID, list.updated?.milliseconds, list.updatedBy, isKept ? 1 : 0, arrangement, topic,
        side,
      ])
    // More than one, if the table has lost its rule, are equal now.
    guard count == 0 else { return }
    try change(
      one: .side,
      """
      INSERT INTO side (topic, side, newest, updated, arrangement, updated_by)
      SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE NOT EXISTS (
        SELECT 1 FROM side WHERE topic = ?1 AND side = ?2)
      """, topic, side, list.lastID, list.updated?.milliseconds, arrangement, list.updatedBy)
  }
}

extension Row {
  /// Of the columns of `Table.argument`.
  func argument() throws(ColumnFault) -> Argument {
    let number = try number(2, in: ColumnLimits.identifiers)
    let text = try text(3, bytes: 0...ColumnLimits.text)
    let weight = try self.number(
      4, in: Int64(Limits.weight.lowerBound)...Int64(Limits.weight.upperBound))
    let (side, author) = (try side(1), try author(5))
    let (created, updated, updatedBy) = (try date(6), try date(7), try editor(8))
    let supporters = isNull(9) ? [] : try names(9, atMost: Limits.supporters)
    do throws(BoardError) {
      return try Argument(
        id: String(number), side: side, text: text, weight: weight, author: author,
        created: created, updated: updated, updatedBy: updatedBy, supporters: supporters)
    } catch {
      guard case .invalid(.text(let rule)) = error else { throw fault(3, "breaks a rule") }
      throw fault(3, rule.words)
    }
  }
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
