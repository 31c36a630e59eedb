import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

@testable import SQLitePlatform

/// Rows that break a rule, written by another program while the daemon runs.
@Suite(.blocking) struct BrokenRowTests {
  private let daemon: DaemonInProcess
  private let peer: Peer
  private let watcher: Peer
  private let other: Database

  init() throws {
    daemon = try DaemonInProcess(store: .sqlite)
    (peer, watcher) = (try daemon.connect(), try daemon.connect())
    // Until the store has been read.
    while try peer.value("topics.ai.summary") == .null {}
    try watcher.subscribe("topics.**")
    other = try Database(daemon.directory.file("state/topics.sqlite"))
  }

  /// Events are read only with a history, and what was removed with the trash.
  @Test(
    arguments: Table.allCases.filter {
      ![.history, .topicHistory, .feed, .trash].contains($0)
    })
  func `a row that breaks a rule is left out and reported, and everything else works`(
    table: Table
  ) throws {
    try peer.call("topics.create", #"{"title":"Tea"}"#)
    try peer.call("topics.tea.pros.add", #"{"text":"Warm"}"#)
    try removeConstraints()
    let rows = BrokenRow.all.filter { $0.table == table }
    for row in stride(from: 0, to: rows.count, by: TestLength.isLong ? 1 : 12).map({ rows[$0] }) {
      try other.execute(row.sql)
      let (message, names) = (try waitForAlert(), "\(row)")
      expect(message.contains("table \(table.rawValue): the row with "), "\(names): \(message)")
      expect(message.contains(" is left out: \(row.reason)"), "\(names): \(message)")
      expect(daemon.log.events.contains("topics: \(message)"), "\(names)")
      try expectEverythingWorks(names)
      expect(try peer.value("topics.isErrorFree")["message"]?.string, equals: message, "\(names)")
      try other.execute(row.mending)
      expect(try waitForAlert(), equals: "", "\(names)")
    }
  }

  /// As SQLite's own shell can write them in an unchanged database.
  @Test(arguments: [
    "INSERT INTO argument (topic, side, number, text) VALUES ('ai', 'pro', 9, '')",
    "INSERT INTO argument (topic, side, number, text) VALUES ('none', 'pro', 9, 'A')",
    "INSERT INTO topic (id, title, created, updated) VALUES ('a', '', 0, 0)",
    "INSERT INTO side (topic, side) VALUES ('none', 'pro')",
    "UPDATE side SET arrangement = CAST(x'FF' AS TEXT) WHERE topic = 'ai' AND side = 'con'",
    "INSERT INTO history (topic, number, date, author, event) VALUES ('ai', 9, 0, 'bob', '{}')",
    "INSERT INTO post (topic, title, content) VALUES ('ai', 'A', '')",
  ])
  func `a board goes on beside a broken row`(statement: String) throws {
    try other.execute(statement)
    if statement.hasPrefix("INSERT INTO history") { try readHistory() }
    expect(try waitForAlert().contains(" is left out: "))
    try expectEverythingWorks(statement)
    try other.execute(
      "INSERT INTO argument (topic, side, number, text) VALUES ('ai', 'con', 99, 'Theirs')")
    while true {
      let items = try watcher.next()["params", "boxes", "topics.ai.cons.items"]?.elements
      if items?.last?["text"]?.string == "Theirs" { break }
    }
  }

  /// In a table that lets a key occur more than once.
  @Test(arguments: [
    (
      "INSERT INTO argument SELECT * FROM argument WHERE topic = 'ai' AND side = 'pro' AND number = 1",
      "the number"
    ),
    ("INSERT INTO side SELECT * FROM side WHERE topic = 'ai' AND side = 'pro'", "the side"),
  ])
  func `a row that occurs twice is left out`(statement: String, key: String) throws {
    try removeConstraints()
    try other.execute(statement)
    let message = try waitForAlert()
    expect(message.hasSuffix(" is left out: \(key) occurs more than once"))
    expect(try peer.value("topics.ai.pros.isErrorFree")["message"]?.string, equals: message)
    expect(try peer.value("topics.ai.cons.isErrorFree")["status"]?.boolean, equals: true)
    let added = try peer.call("topics.ai.cons.add", #"{"text":"New"}"#)
    expect(added["result"] != nil, "\(added)")
    expect(try peer.value("topics.ai.pros.items").elements?.count, equals: 4)
    let changed = try peer.call("topics.ai.pros.change", #"{"id":"2","weight":3}"#)
    expect(changed["result"] != nil, "\(changed)")
    expect(
      try peer.value("topics.ai.pros.items").elements?.map { $0["weight"]?.integer },
      equals: [
        1, 3, 1, 1,
      ])
    expect(
      try peer.value("topics.ai.summary")["title"]?.string, equals: "Artificial Intelligence")
  }

  @Test func `a broken row is counted in no figure, and its number is not used again`() throws {
    try other.execute(
      "INSERT INTO argument (topic, side, number, text) VALUES ('ai', 'pro', 9, '')")
    _ = try waitForAlert()
    expect(try peer.value("topics.ai.summary")["pros"]?.integer, equals: 4)
    expect(
      try peer.call("topics.ai.pros.add", #"{"text":"New"}"#)["result", "id"]?.string, equals: "10")
    expect(try peer.value("topics.ai.summary")["pros"]?.integer, equals: 5)
  }

  // MARK: The other program

  /// Rebuilds all tables, as a tool may do that edits the schema. Only references remain.
  private func removeConstraints() throws {
    try other.execute("BEGIN IMMEDIATE")
    for table in Table.allCases where ![.topicHistory, .feed, .trash].contains(table) {
      let columns = table == .topic ? "place, \(table.columns)" : table.columns
      let definition =
        table == .topic
        ? "place INTEGER PRIMARY KEY, id UNIQUE, \(table.columns.dropFirst("id, ".count))"
        : "\(table.columns), FOREIGN KEY (topic) REFERENCES topic (id) ON DELETE CASCADE"
      try other.execute(
        """
        CREATE TABLE new (\(definition));
        INSERT INTO new (\(columns)) SELECT \(columns) FROM \(table.rawValue);
        DROP TABLE \(table.rawValue);
        ALTER TABLE new RENAME TO \(table.rawValue)
        """)
    }
    try other.execute("COMMIT")
  }

  // MARK: The clients

  /// What was done is only understood when a client asks for the history.
  private func readHistory() throws {
    let answer = try peer.call("topics.history", #"{"id":"ai"}"#)
    expect(answer["result"] != nil, "\(answer)")
  }

  /// Waits until the alert appears, or disappears, and returns its message.
  private func waitForAlert() throws -> String {
    while true {
      let alert = try watcher.next()["params", "boxes", "topics.isErrorFree"]
      guard let status = alert?["status"]?.boolean else { continue }
      return status ? "" : alert?["message"]?.string ?? ""
    }
  }

  /// Changes both sides of a topic, its posts and its title, and expects to see that.
  private func expectEverythingWorks(_ names: String) throws {
    func call(_ intent: String, _ parameters: String) throws -> String {
      let answer = try peer.call("topics.\(intent)", parameters)
      expect(answer["result"] != nil, "\(names): \(intent): \(answer)")
      return answer["result", "id"]?.string ?? ""
    }
    let pro = try call("ai.pros.add", #"{"text":"New"}"#)
    let con = try call("ai.cons.add", #"{"text":"New"}"#)
    _ = try call("ai.pros.change", #"{"id":"\#(pro)","text":"Changed","weight":3}"#)
    _ = try call("ai.pros.move", #"{"id":"\#(pro)","before":"1"}"#)
    let moved = try call("ai.cons.move", #"{"id":"\#(con)","to":"pro"}"#)
    let post = try call("ai.posts.write", #"{"title":"New","content":"New"}"#)
    _ = try call("ai.posts.edit", #"{"id":"\#(post)","content":"Changed"}"#)
    _ = try call("rename", #"{"id":"ai","title":"Renamed"}"#)
    _ = try call("undo", #"{"id":"ai"}"#)
    let pros = try peer.value("topics.ai.pros.items").elements ?? []
    expect(
      pros.compactMap { $0["id"]?.string }, equals: [pro, "1", "2", "3", "4", moved], "\(names)")
    expect(pros.first?["text"]?.string, equals: "Changed", "\(names)")
    expect(try peer.value("topics.ai.cons.items").elements?.count, equals: 3, "\(names)")
    expect(try peer.value("topics.ai.summary")["pros"]?.integer, equals: 6, "\(names)")
    let posts = try peer.value("topics.ai.posts.items").elements
    expect(posts?.compactMap { $0["id"]?.string }, equals: [post], "\(names)")
    let history = try peer.call("topics.history", #"{"id":"ai","limit":9}"#)["result", "items"]
    expect(history?.elements?.count, equals: 9, "\(names)")
    for id in [pro, moved] { _ = try call("ai.pros.remove", #"{"id":"\#(id)"}"#) }
    _ = try call("ai.posts.remove", #"{"id":"\#(post)"}"#)
    let topic = try call("create", #"{"title":"Other"}"#)
    _ = try call("\(topic).cons.add", #"{"text":"New"}"#)
    _ = try call("remove", #"{"id":"\#(topic)"}"#)
  }
}

/// A row that breaks a rule.
private struct BrokenRow: CustomStringConvertible {
  let table: Table
  /// Writes it.
  let sql: String
  /// Removes it, or makes it right. Nothing else was inserted on the connection since.
  let mending: String
  /// Why it is left out.
  let reason: String

  var description: String { sql }

  static let all = Table.allCases.filter { ![.topicHistory, .feed, .trash].contains($0) }.flatMap {
    table in
    rules(of: table).map { column, value, reason in
      table == .side && !["topic", "side", "option"].contains(column)
        ? update(column, value, reason) : insertion(table, column, value, reason)
    }
  }

  private static func insertion(
    _ table: Table, _ column: String, _ value: String, _ reason: String
  ) -> BrokenRow {
    let names = table.columns.split(separator: ", ").map(String.init)
    let values = names.map { $0 == column ? value : rightValue($0, table) }
    let (columns, row) = (table.columns, values.joined(separator: ", "))
    return BrokenRow(
      table: table, sql: "INSERT INTO \(table.rawValue) (\(columns)) VALUES (\(row))",
      mending: "DELETE FROM \(table.rawValue) WHERE rowid = last_insert_rowid()", reason: reason)
  }

  /// Of a side that the tests do not change, which would mend it.
  private static func update(_ column: String, _ value: String, _ reason: String) -> BrokenRow {
    let condition = "WHERE topic = 'tea' AND side = 'pro'"
    return BrokenRow(
      table: .side, sql: "UPDATE side SET \(column) = \(value) \(condition)",
      mending: "UPDATE side SET newest = 1, updated = 0, arrangement = NULL, updated_by = NULL"
        + " \(condition)",
      reason: reason)
  }

  private static func rightValue(_ column: String, _ table: Table) -> String {
    switch column {
    case "topic": "'ai'"
    case "side": "'pro'"
    case "number": table == .history ? "9999" : "90"
    case "created", "updated", "date", "newest", "decided", "taken", "auto_close", "deadline",
      "objections_block", "deciders_resolve", "newest_option", "newest_todo", "option", "place",
      "answered", "closed", "done":
      "0"
    case "weight", "round": "1"
    case "outcome", "choice": "'yes'"
    case "authority": "'rule'"
    case "quorum": "'1'"
    case "undoes", "arrangement", "comments": "NULL"
    case "closing": "'withdrawn'"
    case "due": "'2026-12-01'"
    case "event": #"'{"kind":"created","title":"A"}'"#
    default: "'a'"
    }
  }

  /// Columns with values that they must not have, and the reasons.
  private static func rules(of table: Table) -> [(column: String, value: String, reason: String)] {
    let anyTable = table.columns.split(separator: ", ").map(String.init).flatMap { column in
      general(column, of: table).map { (column, $0, "\(column) \($1)") }
    }
    let thisTable = particular(table).map { ($0, $1, "\($0) \($2)") }
    return anyTable + thisTable
  }

  private static func general(
    _ column: String, of table: Table
  ) -> [(value: String, reason: String)] {
    let name = "\(table.rawValue).\(column)"
    switch column {
    case "number", "weight", "created", "updated", "date", "newest", "undoes", "round", "decided",
      "taken", "deadline", "auto_close", "objections_block", "deciders_resolve", "newest_option",
      "newest_todo", "option", "place", "answered", "closed", "done":
      let isOptional =
        ["side.updated", "history.undoes", "topic.decided", "topic.deadline"].contains(name)
        || column == "place"
      return (isOptional ? [] : [("NULL", "is NULL")])
        + [
          ("'9'", "is a text"), ("1.5", "is a floating-point number"), ("x'00'", "is a BLOB"),
          ("1 << 60", "is out of range"), ("-(1 << 60)", "is out of range"),
        ]
    default:
      let isEmpty =
        switch column {
        case "author" where table == .objection: [("''", "is empty"), ("' '", "is empty")]
        case "author", "arrangement", "updated_by", "digest": [] as [(String, String)]
        case "closing": [("''", "is neither 'withdrawn' nor 'resolved'")]
        case "side": [("''", "is neither 'pro' nor 'con'")]
        default: [("''", "is empty"), ("' '", "is empty")]
        }
      let isOptional = [
        "arrangement", "updated_by", "outcome", "sentence", "digest", "authority", "asked",
        "supporters", "quorum", "comments", "outcome_title", "successor", "answer", "closing",
        "assignee", "due", "topic_option.text",
      ].contains { $0 == column || $0 == name }
      return (isOptional ? [] : [("NULL", "is NULL")]) + isEmpty
        + [
          ("9", "is an integer"), ("x'41'", "is a BLOB"),
          ("CAST(x'41FF' AS TEXT)", "is not UTF-8"),
          ("hex(zeroblob(600000))", "has 1200000 bytes"),
        ]
    }
  }

  private static func particular(
    _ table: Table
  ) -> [(column: String, value: String, reason: String)] {
    let noTopic = ("topic", "'none'", "does not exist")
    let longAuthor = ("author", "hex(zeroblob(51))", "has more than 100 characters")
    return switch table {
    case .topic:
      [
        ("id", "'a b'", "is not a segment of a path"),
        ("title", "hex(zeroblob(61))", "has more than 120 characters"),
        ("round", "0", "is out of range: 0"), ("outcome", "'maybe'", "is neither 'yes' nor 'no'"),
        ("decided_by", "hex(zeroblob(51))", "has more than 100 characters"),
        ("reason", "hex(zeroblob(1001))", "has 2002 characters"),
      ]
    case .position:
      [
        noTopic, ("person", "hex(zeroblob(51))", "has more than 100 characters"),
        ("person", "'a' || char(7)", "cannot be a name"),
        ("choice", "'maybe'", "is neither 'yes' nor 'no' nor 'abstain'"),
        ("sentence", "hex(zeroblob(251))", "has 502 characters"),
      ]
    case .side:
      [
        noTopic, ("side", "'both'", "is neither 'pro' nor 'con'"),
        ("newest", "-1", "is out of range: -1"),
      ]
    case .argument:
      [
        noTopic, longAuthor, ("number", "0", "is out of range: 0"),
        ("weight", "6", "is out of range: 6"), ("text", "hex(zeroblob(251))", "has 502 characters"),
        ("text", "hex(zeroblob(1025))", "has 2050 bytes"),
        ("text", "'a' || char(7) || 'b'", "contains a control character"),
        ("text", "'a' || char(8238) || 'b'", "contains a character that changes the writing"),
        ("option", "9", "does not exist"), ("comments", "'[9]'", "is not a list of comments"),
      ]
    case .option:
      [
        noTopic, longAuthor, ("number", "0", "is out of range: 0"),
        ("title", "hex(zeroblob(61))", "has more than 120 characters"),
        ("text", "hex(zeroblob(1001))", "has 2002 characters"),
      ]
    case .objection:
      [
        noTopic, longAuthor, ("number", "0", "is out of range: 0"),
        ("text", "hex(zeroblob(251))", "has 502 characters"),
        ("closing", "'lost'", "is neither 'withdrawn' nor 'resolved'"),
      ]
    case .todo:
      [
        noTopic, ("number", "0", "is out of range: 0"), ("done", "2", "is out of range: 2"),
        ("text", "hex(zeroblob(251))", "has 502 characters"),
        ("due", "'soon'", "is not a day such as '2026-12-01'"),
      ]
    case .history:
      [
        noTopic, longAuthor, ("number", "0", "is out of range: 0"),
        ("event", "'{}'", "is not a change of the topic"),
        ("event", "'none'", "is not a change of the topic"),
      ]
    case .post:
      [
        noTopic, longAuthor, ("title", "hex(zeroblob(101))", "has more than 200 characters"),
        ("content", "hex(zeroblob(32769))", "has 65538 bytes"),
      ]
    case .topicHistory, .feed, .trash: []
    }
  }
}
