internal import CSQLite
internal import Domain

extension Database {
  /// Returns all topics with their figures, in order of creation. Finds the rows that cannot be
  /// read: those of posts and of the history whose short columns are wrong, and all of the other tables. A
  /// row whose topic or option does not exist is one of them.
  ///
  /// - Parameter suspects: the topics whose posts and history are read as a whole.
  /// - Throws: `DatabaseError` if the topics themselves cannot be read. The figures do not have what
  ///   is in a damaged part of a table.
  func survey(_ suspects: Set<Topic.ID>) throws -> [TopicOverview] {
    faults = RowFaults()
    let (topics, known) = try topics()
    let overviews = try overviews(of: topics, known)
    for table in [Table.history, .topicHistory, .feed, .post] {
      try surveying(table) {
        var isOdd = "(\(table.isPlain)) IS NOT TRUE"
        if !table.outlivesTopics { isOdd = "(\(isOdd) OR topic NOT IN (SELECT id FROM topic))" }
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
  ///
  /// - Returns: whether that was possible.
  @discardableResult
  private func surveying(_ table: Table, _ body: () throws -> Void) throws -> Bool {
    do {
      try body()
      return true
    } catch let error as DatabaseError where error.isDamage {
      faults.add(RowFault(table: table, words: "it cannot be read: \(error.message)"))
      return false
    }
  }

  private func check(_ row: Row, _ table: Table, _ known: KnownTopics) {
    _ = readable(row, table) { row throws(ColumnFault) in
      if table == .post { _ = try row.post() } else { _ = try entry(row, in: table) }
      // The history of the store outlives its topics.
      if !table.outlivesTopics { try known.check(row) }
    }
  }

  private func topics() throws -> ([Topic], KnownTopics) {
    var topics: [Topic] = []
    var ids: Set<Topic.ID> = []
    var known = KnownTopics()
    try forEach("\(Table.topic.selection) WHERE \(Table.topic.isNotRemoved) ORDER BY place") {
      row in
      known.add(row)
      guard
        let topic = readable(
          row, .topic, { row throws(ColumnFault) in try row.storedTopic().topic })
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
    let areAll = try surveying(.option) {
      try forEach(
        """
        \(Table.option.selection) WHERE \(Table.option.isNotRemoved)
        ORDER BY topic, \(Self.countedOrder)
        """
      ) { add($0, toOptionsOf: &figures) }
    }
    if !areAll { figures.haveOtherOptions = true }
    try surveying(.side) {
      try forEach(
        "\(Table.side.selection) WHERE \(Table.side.isNotRemoved) ORDER BY topic, option, side"
      ) { add($0, toSidesOf: &figures) }
    }
    try surveying(.argument) {
      try forEach(
        """
        \(Table.argument.selection) WHERE \(Table.argument.isNotRemoved)
        ORDER BY topic, option, side, number
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
    try survey(Objection.self, known)
    try survey(Todo.self, known)
    return topics.map { figures.overview(of: $0) }
  }

  private func survey<Element: CountedRow>(_ type: Element.Type, _ known: KnownTopics) throws {
    try surveying(type.table) {
      try forEach("\(type.table.selection) WHERE \(type.table.isNotRemoved)") { row in
        _ = readable(row, type.table) { row throws(ColumnFault) in
          try known.check(row)
          return try type.init(row)
        }
      }
    }
  }

  /// Returns a topic with its figures.
  func overview(of topic: Topic) throws -> TopicOverview {
    var figures = Figures(known: nil)
    try forEach(
      "\(Table.option.selection) WHERE topic = ? ORDER BY \(Self.countedOrder)", topic.id
    ) { row in
      add(row, toOptionsOf: &figures)
    }
    try forEach(
      "\(Table.side.selection) WHERE topic = ? ORDER BY option, side", topic.id
    ) { row in
      add(row, toSidesOf: &figures)
    }
    try forEach(
      "\(Table.argument.selection) WHERE topic = ? ORDER BY option, side, number", topic.id
    ) { row in
      add(row, toArgumentsOf: &figures)
    }
    return figures.overview(of: topic)
  }

  private func add(_ row: Row, toOptionsOf figures: inout Figures) {
    let option = readable(row, .option) { row throws(ColumnFault) in
      try figures.known?.check(row)
      return try Option(row)
    }
    guard let topic = row.topicID else {
      figures.haveOtherOptions = true
      return
    }
    if topic != figures.optionTopic {
      (figures.optionTopic, figures.seen) = (topic, SeenRows())
    }
    if let option, figures.seen.admits(option, row, self) {
      figures.add(option.id, of: topic)
    } else if let id = try? row.option(1) {
      figures.leftOutOptions.insert(TopicOption(topic: topic, id: id))
    } else {
      figures.haveOtherOptions = true
    }
  }

  private func add(_ row: Row, toSidesOf figures: inout Figures) {
    let found = readable(row, .side) { row throws(ColumnFault) in
      try figures.known?.check(row)
      let topic = try row.text(0, bytes: 1...ColumnLimits.key)
      let column = try row.column(in: .side)
      return (topic, column, try figures.place(of: column, row, .side))
    }
    guard let (topic, column, place) = found, let place else { return }
    let name = TopicSide(topic: topic, side: column.side)
    guard figures.lastSide?.name != name || figures.lastSide?.option != column.option else {
      return leaveOut(row, .side, "the side occurs more than once")
    }
    figures.lastSide = (name, column.option)
    let values = sideValues(row)
    figures.note(values.updated, values.updatedBy, of: name, at: place)
  }

  private func add(_ row: Row, toArgumentsOf figures: inout Figures) {
    let found = readable(row, .argument) { row throws(ColumnFault) in
      try figures.known?.check(row)
      let argument = try argument(row)
      let topic = try row.text(0, bytes: 1...ColumnLimits.key)
      return (topic, argument, try figures.place(of: argument.column, row, .argument))
    }
    guard let (topic, argument, place) = found, place != nil else { return }
    let name = TopicSide(topic: topic, side: argument.side)
    guard
      figures.last?.name != name || figures.last?.id != argument.id
        || figures.last?.option != argument.column.option
    else {
      return leaveOut(row, .argument, "the number occurs more than once")
    }
    figures.last = (name, argument.column.option, argument.id)
    figures.count(argument.weight, of: name)
  }
}

/// A side of a topic, its options included.
private struct TopicSide: Hashable {
  let topic: Topic.ID
  let side: Side
}

private struct TopicOption: Hashable {
  let topic: Topic.ID
  let id: Option.ID
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
  /// The options that are read: the place of each among those of its topic, counted from 0.
  private var options: [TopicOption: Int] = [:]
  /// Those of each topic that has any, in their order.
  private var optionIDs: [Topic.ID: [Option.ID]] = [:]
  /// Options that are left out.
  var leftOutOptions: Set<TopicOption> = []
  /// Whether there may be options that are not known.
  var haveOtherOptions = false
  /// The topic whose options are read, and those.
  var optionTopic: Topic.ID?
  var seen = SeenRows()
  /// The side and the argument that were read last.
  var lastSide: (name: TopicSide, option: Option.ID?)?
  var last: (name: TopicSide, option: Option.ID?, id: Argument.ID)?
  /// When each side that has a row was last changed, who has done it, and the place of the option; all
  /// options together.
  private var changes: [TopicSide: (date: Timestamp?, editor: String?, place: Int)] = [:]
  /// The number of arguments of each side that has any, and the sum of their weights; all options
  /// together.
  private var sums: [TopicSide: (Int, Int)] = [:]

  init(known: KnownTopics?) {
    self.known = known
  }

  mutating func add(_ option: Option.ID, of topic: Topic.ID) {
    options[TopicOption(topic: topic, id: option)] = optionIDs[topic]?.count ?? 0
    optionIDs[topic, default: []].append(option)
  }

  /// Returns the place of the option to which a row belongs, -1 for the topic's own board; nil if the
  /// option is left out. Throws a fault if it does not exist.
  func place(of column: Column, _ row: Row, _ table: Table) throws(ColumnFault) -> Int? {
    guard let id = column.option else { return -1 }
    let option = TopicOption(topic: try row.text(0, bytes: 1...ColumnLimits.key), id: id)
    if let place = options[option] { return place }
    if haveOtherOptions || leftOutOptions.contains(option) { return nil }
    throw row.fault(table.optionColumn ?? 0, "does not exist")
  }

  /// Notes the last change of a column. Of changes at the same time, that of the first board counts.
  ///
  /// - Parameter place: that of the option, -1 for the topic's own board, which is first.
  mutating func note(_ date: Timestamp?, _ editor: String?, of name: TopicSide, at place: Int) {
    if place >= 0 {
      guard let date else { return }
      if let old = changes[name], let known = old.date, (known, place) >= (date, old.place) {
        return
      }
    }
    changes[name] = (date, editor, place)
  }

  mutating func count(_ weight: Int, of name: TopicSide) {
    let (count, sum) = sums[name] ?? (0, 0)
    sums[name] = (count + 1, sum + weight)
  }

  func overview(of topic: Topic) -> TopicOverview {
    func figures(_ side: Side) -> SideFigures {
      let name = TopicSide(topic: topic.id, side: side)
      let (count, weight) = sums[name] ?? (0, 0)
      let change = changes[name]
      return SideFigures(
        count: count, weight: weight, updated: change?.date, updatedBy: change?.editor)
    }
    return TopicOverview(
      topic: topic, pros: figures(.pro), cons: figures(.con),
      options: optionIDs[topic.id] ?? [])
  }
}

extension Row {
  /// The first column of every table; nil if it cannot be read.
  var topicID: Topic.ID? { try? text(0, bytes: 1...ColumnLimits.key) }
}

extension DatabaseError {
  /// Whether a table is missing or damaged.
  fileprivate var isDamage: Bool {
    code == SQLITE_CORRUPT || code == SQLITE_ERROR || code == SQLITE_TOOBIG
  }
}

extension Table {
  /// Whether the topics of its rows need not exist.
  fileprivate var outlivesTopics: Bool { self == .topicHistory || self == .feed }

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
    case .topicHistory, .feed: Self.isPlainEntry
    case .topic, .side, .argument, .position, .option, .objection, .todo, .trash: "FALSE"
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
