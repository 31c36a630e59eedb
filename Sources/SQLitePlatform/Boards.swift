internal import Domain
internal import GRDB

// Reading and writing topics and boards, as rows.

extension Database {
  // MARK: Topics

  /// Returns all topics with their figures, in order of creation.
  func overviews() throws -> [TopicOverview] {
    let topics = try Row.fetchAll(
      cachedStatement(sql: "SELECT id, title, created, updated FROM topic ORDER BY place"))
    let sides = try figures("", [])
    return try topics.map { row in
      let id: Topic.ID = row[0]
      guard Topic.isID(id) else {
        throw StoreError.damaged(place: "the topic \"\(id)\", whose id is not a segment of a path")
      }
      return TopicOverview(
        topic: Topic(id: id, title: row[1], created: try row.date(2), updated: try row.date(3)),
        pros: sides[SideName(id, .pro)] ?? .none, cons: sides[SideName(id, .con)] ?? .none)
    }
  }

  /// Returns a topic with its figures.
  func overview(of topic: Topic) throws -> TopicOverview {
    let sides = try figures("WHERE topic = ?", [topic.id])
    return TopicOverview(
      topic: topic, pros: sides[SideName(topic.id, .pro)] ?? .none,
      cons: sides[SideName(topic.id, .con)] ?? .none)
  }

  private struct SideName: Hashable {
    let topic: Topic.ID
    let side: Side

    init(_ topic: Topic.ID, _ side: Side) {
      self.topic = topic
      self.side = side
    }
  }

  /// Returns the figures of the sides that have any.
  private func figures(
    _ condition: String, _ values: StatementArguments
  ) throws -> [SideName: SideFigures] {
    var figures: [SideName: SideFigures] = [:]
    let counts = try Row.fetchAll(
      cachedStatement(
        sql: """
          SELECT topic, side, count(*), sum(weight) FROM argument \(condition)
          GROUP BY topic, side
          """), arguments: values)
    for row in counts {
      guard let side = Side(rawValue: row[1]) else { continue }
      figures[SideName(row[0], side)] = SideFigures(count: row[2], weight: row[3], updated: nil)
    }
    let dates = try Row.fetchAll(
      cachedStatement(sql: "SELECT topic, side, updated FROM side \(condition)"),
      arguments: values)
    for row in dates {
      guard let side = Side(rawValue: row[1]) else { continue }
      let name = SideName(row[0], side)
      let known = figures[name] ?? .none
      figures[name] = SideFigures(
        count: known.count, weight: known.weight, updated: try row.dateIfAny(2))
    }
    return figures
  }

  func topicIDs() throws -> Set<Topic.ID> {
    try String.fetchSet(cachedStatement(sql: "SELECT id FROM topic"))
  }

  func topic(_ id: Topic.ID) throws -> Topic? {
    let statement = try cachedStatement(
      sql: "SELECT title, created, updated FROM topic WHERE id = ?")
    return try Row.fetchOne(statement, arguments: [id]).map { row in
      Topic(id: id, title: row[0], created: try row.date(1), updated: try row.date(2))
    }
  }

  func insert(_ topic: Topic) throws {
    try change(
      "INSERT INTO topic (id, title, created, updated) VALUES (?, ?, ?, ?)",
      topic.id, topic.title, topic.created.milliseconds, topic.updated.milliseconds)
  }

  func update(_ topic: Topic) throws {
    try change(
      "UPDATE topic SET title = ?, updated = ? WHERE id = ?", topic.title,
      topic.updated.milliseconds, topic.id)
  }

  func removeTopic(_ id: Topic.ID) throws {
    try change("DELETE FROM topic WHERE id = ?", id)
  }

  // MARK: Boards

  /// nil if there is no such topic.
  func board(of id: Topic.ID) throws -> Board? {
    guard let topic = try topic(id) else { return nil }
    return Board(topic, pros: try list(.pro, of: id), cons: try list(.con, of: id))
  }

  private func list(_ side: Side, of topic: Topic.ID) throws -> ArgumentList {
    let row = try Row.fetchOne(
      cachedStatement(
        sql: "SELECT newest, updated, arrangement FROM side WHERE topic = ? AND side = ?"),
      arguments: [topic, side.rawValue])
    let rows = try Row.fetchCursor(
      cachedStatement(
        sql: """
          SELECT number, text, weight, author, created, updated FROM argument
          WHERE topic = ? AND side = ? ORDER BY number
          """), arguments: [topic, side.rawValue])
    var arguments: [Argument] = []
    while let row = try rows.next() {
      let number = try row.number(0)
      let (created, updated) = (try row.date(4), try row.date(5))
      do throws(ArgumentError) {
        arguments.append(
          try Argument(
            id: String(number), side: side, text: row[1], weight: row[2], author: row[3],
            created: created, updated: updated))
      } catch {
        throw StoreError.damaged(place: "argument \(number) of the \(side)s of \(topic)")
      }
    }
    return ArgumentList(
      side, arguments: Arrangement(row?[2]).sorted(arguments), lastID: try row?.number(0) ?? 0,
      updated: try row?.dateIfAny(1))
  }

  /// Writes the rows in which a board differs from the stored one.
  func store(_ board: Board, insteadOf old: Board) throws {
    if board.topic != old.topic { try update(board.topic) }
    for side in Side.allCases where board[side] != old[side] {
      try store(board[side], insteadOf: old[side], of: board.id)
    }
  }

  private func store(_ list: ArgumentList, insteadOf old: ArgumentList, of topic: Topic.ID) throws {
    let side = list.side.rawValue
    let (before, after) = (old.arguments, list.arguments)
    var rest = Dictionary(uniqueKeysWithValues: before.differing(from: after).map { ($0.id, $0) })
    for argument in after.differing(from: before) {
      if let stored = rest.removeValue(forKey: argument.id) {
        guard argument != stored else { continue }
        try change(
          """
          UPDATE argument SET text = ?, weight = ?, updated = ?
          WHERE topic = ? AND side = ? AND number = ?
          """, argument.text, argument.weight, argument.updated.milliseconds, topic, side,
          Int(argument.id))
      } else {
        try change(
          """
          INSERT INTO argument (topic, side, number, text, weight, author, created, updated)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """, topic, side, Int(argument.id), argument.text, argument.weight, argument.author,
          argument.created.milliseconds, argument.updated.milliseconds)
      }
    }
    for id in rest.keys {
      try change(
        "DELETE FROM argument WHERE topic = ? AND side = ? AND number = ?", topic, side, Int(id))
    }
    try change(
      """
      INSERT INTO side (topic, side, newest, updated, arrangement) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET newest = excluded.newest, updated = excluded.updated,
        arrangement = excluded.arrangement
      """, topic, side, list.lastID, list.updated?.milliseconds,
      Arrangement(of: list.arguments).text)
  }
}

extension [Argument] {
  /// Those that another array does not have at the same place.
  fileprivate func differing(from other: [Argument]) -> [Argument] {
    indices.filter { !other.indices.contains($0) || other[$0] != self[$0] }.map { self[$0] }
  }
}

extension SideFigures {
  /// The figures of a side that never had an argument.
  fileprivate static var none: SideFigures { ArgumentList(.pro).figures }
}
