internal import Domain

/// A table, as its rows are read.
enum Table: String, CaseIterable {
  case topic, side, argument, position, objection, todo, history, post, trash, feed
  /// The word is one of SQL.
  case option = "topic_option"
  /// The changes of the existence, the titles and the decisions of topics, which outlive them.
  case topicHistory = "topic_history"

  /// The columns, those of the key first.
  var columns: String {
    switch self {
    case .topic:
      "id, title, created, updated, updated_by, round, decided, decided_by, outcome, reason, digest,"
        + " authority, asked, quorum, deadline, auto_close, objections_block, deciders_resolve,"
        + " outcome_title, successor, newest_option, newest_todo"
    case .side: "topic, side, option, newest, updated, arrangement, updated_by"
    case .argument:
      "topic, side, number, option, text, weight, author, created, updated, updated_by, supporters,"
        + " comments"
    case .option: "topic, number, place, title, text, author, created, updated, updated_by"
    case .objection:
      "topic, number, place, text, author, created, answer, answered_by, answered, closing,"
        + " closed_by, closed"
    case .todo:
      "topic, number, place, text, done, assignee, due, author, created, updated, updated_by"
    case .position: "topic, person, choice, sentence, taken"
    case .history: "topic, number, date, author, event, undoes"
    case .topicHistory, .feed: "topic, number, date, author, event"
    case .post: "topic, id, title, content, author, created, updated, updated_by"
    case .trash: "topic, id, post, title, author, removed, bytes"
    }
  }

  /// The number of columns of the key.
  var keyColumns: Int32 {
    switch self {
    // A person who has a position is not named to everyone.
    case .topic, .position: 1
    case .option, .objection, .todo, .history, .topicHistory, .feed, .post, .trash: 2
    case .side: 3
    case .argument: 4
    }
  }

  /// The column with the option to which a row belongs, the last one of the key; nil in a table
  /// without one.
  var optionColumn: Int32? {
    switch self {
    case .side: 2
    case .argument: 3
    default: nil
    }
  }

  var selection: String { "SELECT \(columns) FROM \(rawValue)" }
}

/// A row that is left out because it cannot be read, or the same of a whole table.
struct RowFault: Hashable {
  let table: Table
  /// A sentence with the row's key and the reason.
  let words: String
  /// The topic to which the row belongs, and its column, if they can be read.
  var topic: Topic.ID?
  var column: Column?

  /// Where something is missing because of it.
  fileprivate var part: StorePart? {
    switch table {
    case .side, .argument, .position, .option, .objection, .todo: topic.map { .board($0) }
    case .post: topic.map { .posts($0) }
    case .topic, .history, .topicHistory, .feed, .trash: nil
    }
  }
}

/// The rows that are left out, in the order in which they were found.
struct RowFaults: Equatable {
  private var named: [RowFault] = []
  private var known: Set<RowFault> = []
  /// The number of rows of each table that are not named.
  private var others: [Table: Int] = [:]

  /// For each table: a person looks at a few of them, and then for the cause.
  private static let longest = 100

  var isEmpty: Bool { named.isEmpty }

  /// The topics whose posts or history have some.
  var suspects: Set<Topic.ID> {
    let tables = [Table.post, .history, .topicHistory, .feed]
    return Set(named.filter { tables.contains($0.table) }.compactMap(\.topic))
  }

  func concern(_ topic: Topic.ID) -> Bool { named.contains { $0.topic == topic } }

  mutating func add(_ fault: RowFault) {
    guard named.count(where: { $0.table == fault.table }) < Self.longest else {
      others[fault.table, default: 0] += 1
      return
    }
    if known.insert(fault).inserted { named.append(fault) }
  }

  /// Adds those that were found when a part of the tables was read again.
  mutating func add(_ faults: RowFaults) {
    for fault in faults.named where !known.contains(fault) { add(fault) }
  }

  /// One fault for each row.
  ///
  /// - Parameter path: that of the database.
  func all(_ path: String) -> [StoreFault] {
    named.map {
      StoreFault("\(path), table \($0.table.rawValue): \($0.words)", in: $0.part, $0.column)
    }
      + Table.allCases.compactMap { table in
        others[table].map {
          StoreFault("\(path), table \(table.rawValue): \($0) more rows are left out")
        }
      }
  }
}

extension Database {
  /// Returns what `read` makes of a row that has the columns of a table; nil if it cannot be read,
  /// and is left out.
  func readable<Value>(
    _ row: Row, _ table: Table, _ read: (Row) throws(ColumnFault) -> Value
  ) -> Value? {
    do throws(ColumnFault) {
      return try read(row)
    } catch {
      leaveOut(row, table, "\(error.column) \(error.reason)")
      return nil
    }
  }

  func leaveOut(_ row: Row, _ table: Table, _ reason: String) {
    let column = table.optionColumn == nil ? nil : try? row.column(in: table)
    // Few topics have options.
    let isOwn = column.map { $0.option == nil } ?? false
    let key = row.key(isOwn ? table.keyColumns - 1 : table.keyColumns)
    let words = "the row with \(key) is left out: \(reason)"
    faults.add(RowFault(table: table, words: words, topic: row.topicID, column: column))
  }
}

extension Row {
  /// The column to which a row of `Table.side` or `Table.argument` belongs.
  func column(in table: Table) throws(ColumnFault) -> Column {
    let side = try side(1)
    guard let column = table.optionColumn else { return Column(side) }
    return Column(side, of: try option(column))
  }
}
