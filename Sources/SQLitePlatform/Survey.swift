internal import CSQLite
internal import Domain

extension Database {
  /// Returns all topics with their figures, in order of creation. Finds the rows that cannot be
  /// read: those of topics, sides, arguments and positions, and those of posts and of the history whose short
  /// columns are wrong. A row whose topic does not exist is one of them.
  ///
  /// - Parameter suspects: the topics whose posts and history are read as a whole.
  /// - Throws: `DatabaseError` if the topics themselves cannot be read. The figures do not have what
  ///   is in a damaged part of a table.
  func survey(_ suspects: Set<Topic.ID>) throws -> [TopicOverview] {
    faults = RowFaults()
    let (topics, known) = try topics()
    let overviews = try overviews(of: topics, known)
    for table in [Table.history, .topicHistory, .post] {
      try surveying(table) {
        var isOdd = "(\(table.isPlain)) IS NOT TRUE"
        if table != .topicHistory { isOdd = "(\(isOdd) OR topic NOT IN (SELECT id FROM topic))" }
        try forEach("\(table.selection) WHERE \(isOdd) AND \(table.isNotRemoved)") {
          check($0, table, known)
        }
        for topic in suspects {
          try forEach("\(table.selection) WHERE topic = ?", topic) { check($0, table, known) }
        }
      }
    }
    try surveying(.trash) { _ = try trash() }
    return overviews
  }

  /// Reads a table without which topics can be shown.
  private func surveying(_ table: Table, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as DatabaseError where error.isDamage {
      faults.add(RowFault(table: table, words: "it cannot be read: \(error.message)"))
    }
  }

  private func check(_ row: Row, _ table: Table, _ known: KnownTopics) {
    _ = readable(row, table) { row throws(ColumnFault) in
      if table == .post { _ = try row.post() } else { _ = try entry(row, in: table) }
      // The history of the store outlives its topics.
      if table != .topicHistory { try known.check(row) }
    }
  }

  private func topics() throws -> ([Topic], KnownTopics) {
    var topics: [Topic] = []
    var ids: Set<Topic.ID> = []
    var known = KnownTopics()
    try forEach("\(Table.topic.selection) WHERE \(Table.topic.isNotRemoved) ORDER BY place") {
      row in
      known.add(row)
      guard let topic = readable(row, .topic, { row throws(ColumnFault) in try row.topic() })
      else { return }
      guard ids.insert(topic.id).inserted else {
        return leaveOut(row, .topic, "the id occurs more than once")
      }
      topics.append(topic)
    }
    return (topics, known)
  }

  private func overviews(of topics: [Topic], _ known: KnownTopics) throws -> [TopicOverview] {
    var figures = Figures(known: known)
    try surveying(.side) {
      try forEach(
        "\(Table.side.selection) WHERE \(Table.side.isNotRemoved) ORDER BY topic, side"
      ) { add($0, toSidesOf: &figures) }
    }
    try surveying(.argument) {
      try forEach(
        """
        \(Table.argument.selection) WHERE \(Table.argument.isNotRemoved)
        ORDER BY topic, side, number
        """
      ) { row in
        add(row, toArgumentsOf: &figures)
      }
    }
    try surveying(.position) {
      try forEach("\(Table.position.selection) WHERE \(Table.position.isNotRemoved)") { row in
        _ = readable(row, .position) { row throws(ColumnFault) in
          try known.check(row)
          return try row.position()
        }
      }
    }
    return topics.map { figures.overview(of: $0) }
  }

  /// Returns a topic with its figures.
  func overview(of topic: Topic) throws -> TopicOverview {
    var figures = Figures(known: nil)
    try forEach("\(Table.side.selection) WHERE topic = ? ORDER BY side", topic.id) { row in
      add(row, toSidesOf: &figures)
    }
    try forEach(
      "\(Table.argument.selection) WHERE topic = ? ORDER BY side, number", topic.id
    ) { row in
      add(row, toArgumentsOf: &figures)
    }
    return figures.overview(of: topic)
  }

  private func add(_ row: Row, toSidesOf figures: inout Figures) {
    guard
      let name = readable(
        row, .side,
        { row throws(ColumnFault) in
          try figures.known?.check(row)
          return try row.topicSide()
        })
    else { return }
    guard figures.changes[name] == nil else {
      return leaveOut(row, .side, "the side occurs more than once")
    }
    let values = sideValues(row)
    figures.changes[name] = (values.updated, values.updatedBy)
  }

  private func add(_ row: Row, toArgumentsOf figures: inout Figures) {
    guard
      let (name, argument) = readable(
        row, .argument,
        { row throws(ColumnFault) in
          try figures.known?.check(row)
          return (try row.topicSide(), try row.argument())
        })
    else { return }
    guard figures.last?.name != name || figures.last?.id != argument.id else {
      return leaveOut(row, .argument, "the number occurs more than once")
    }
    figures.last = (name, argument.id)
    let (count, weight) = figures.sums[name] ?? (0, 0)
    figures.sums[name] = (count + 1, weight + argument.weight)
  }
}

private struct TopicSide: Hashable {
  let topic: Topic.ID
  let side: Side
}

/// The ids of all rows of topics, including those that are left out for another reason.
private struct KnownTopics {
  private var ids: Set<Topic.ID> = []
  /// Whether all of them could be read: others may be those of any row.
  private var areAll = true

  mutating func add(_ row: Row) {
    if let id = row.topicID { ids.insert(id) } else { areAll = false }
  }

  /// - Throws: `ColumnFault` if the row belongs to a topic that does not exist.
  func check(_ row: Row) throws(ColumnFault) {
    guard areAll, let id = row.topicID, !ids.contains(id) else { return }
    throw row.fault(0, "does not exist")
  }
}

/// The figures of sides, while their rows are read.
private struct Figures {
  /// nil if only rows of topics that exist are read.
  let known: KnownTopics?
  /// When each side that has a row was last changed, and who has done it.
  var changes: [TopicSide: (date: Timestamp?, editor: String?)] = [:]
  /// The number of arguments of each side that has any, and the sum of their weights.
  var sums: [TopicSide: (Int, Int)] = [:]
  /// The argument that was read last.
  var last: (name: TopicSide, id: Argument.ID)?

  func overview(of topic: Topic) -> TopicOverview {
    func figures(_ side: Side) -> SideFigures {
      let name = TopicSide(topic: topic.id, side: side)
      let (count, weight) = sums[name] ?? (0, 0)
      let change = changes[name]
      return SideFigures(
        count: count, weight: weight, updated: change?.date, updatedBy: change?.editor)
    }
    return TopicOverview(topic: topic, pros: figures(.pro), cons: figures(.con))
  }
}

extension Row {
  /// The first column of every table; nil if it cannot be read.
  var topicID: Topic.ID? { try? text(0, bytes: 1...ColumnLimits.key) }

  /// The side to which a row of `Table.side` or `Table.argument` belongs.
  fileprivate func topicSide() throws(ColumnFault) -> TopicSide {
    TopicSide(topic: try text(0, bytes: 1...ColumnLimits.key), side: try side(1))
  }
}

extension DatabaseError {
  /// Whether a table is missing or damaged.
  fileprivate var isDamage: Bool {
    code == SQLITE_CORRUPT || code == SQLITE_ERROR || code == SQLITE_TOOBIG
  }
}

extension Table {
  /// The condition for rows whose columns SQLite itself can see to be right, apart from long texts.
  /// Others may be right, too.
  fileprivate var isPlain: String {
    switch self {
    case .post:
      Self.isPlain("topic", 64) + " AND " + Self.isPlain("id", ColumnLimits.key) + " AND "
        + Self.isPlain("title", Limits.postTitleCharacters.upperBound)
        + " AND typeof(content) = 'text' AND "
        + Self.isPlain("author", Limits.authorCharacters.upperBound) + " AND "
        + Self.isNumber("created", ColumnLimits.numbers) + " AND "
        + Self.isNumber("updated", ColumnLimits.numbers) + " AND (updated_by IS NULL OR "
        + Self.isPlain("updated_by", Limits.authorCharacters.upperBound) + ")"
    case .history:
      Self.isPlainEntry + " AND (undoes IS NULL OR "
        + Self.isNumber("undoes", ColumnLimits.identifiers) + ")"
    case .topicHistory: Self.isPlainEntry
    case .topic, .side, .argument, .position, .trash: "FALSE"
    }
  }

  private static var isPlainEntry: String {
    isPlain("topic", 64) + " AND " + isNumber("number", ColumnLimits.identifiers)
      + " AND " + isNumber("date", ColumnLimits.numbers) + " AND "
      + isPlain("author", Limits.authorCharacters.upperBound) + " AND typeof(event) = 'text'"
  }

  /// Whether a column is a text of 1 to `longest` printable ASCII characters.
  private static func isPlain(_ column: String, _ longest: Int) -> String {
    """
    typeof(\(column)) = 'text' AND length(\(column)) BETWEEN 1 AND \(longest)
    AND length(CAST(\(column) AS BLOB)) = length(\(column)) AND \(column) NOT GLOB '*[^ -~]*'
    """
  }

  private static func isNumber(_ column: String, _ range: ClosedRange<Int64>) -> String {
    "typeof(\(column)) = 'integer'"
      + " AND \(column) BETWEEN \(range.lowerBound) AND \(range.upperBound)"
  }
}
