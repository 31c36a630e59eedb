import Domain
import DomainTestSupport
import Expectations
import SystemTestSupport
import Testing
import UVLoopTestSupport

@testable import SQLitePlatform

/// Rows that cannot be read, for example because a program has rebuilt a table without its
/// constraints.
@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10)))
struct DamagedRowTests {
  private let now = GatewayContract.later

  @Test(arguments: Damage.sample)
  func `a row that cannot be read is left out and reported, and the rest works`(damage: Damage)
    async throws
  {
    let database = try await UnguardedDatabase()
    let gateway = SQLiteGateway(path: database.path)
    let before = try await UnguardedDatabase.content(of: gateway)
    expect(await UnguardedDatabase.faults(of: gateway), equals: [])

    try database.execute(damage.sql)
    let found = try await UnguardedDatabase.content(of: gateway)
    expect(found, equals: before.without(damage))
    // A new daemon says the same.
    for gateway in [gateway, SQLiteGateway(path: database.path)] {
      _ = try await UnguardedDatabase.content(of: gateway)
      _ = try await gateway.topics()
      let faults = await UnguardedDatabase.faults(of: gateway)
      expect(faults.count, equals: 1)
      expect(
        faults.first?.hasPrefix("\(database.path), table \(damage.table.rawValue): "), equals: true)
      expect(faults.first?.contains(" is left out: \(damage.column) "), equals: true, "\(faults)")
    }

    // Everything else can be changed.
    for id in found.topics.map(\.id) { try await change(id, in: gateway) }
    let changed = try await UnguardedDatabase.content(of: gateway)
    try database.execute(damage.mending)
    // The row of a side was replaced by a new one.
    if damage.table == .side, damage.isInKey { return }
    let mended = try await UnguardedDatabase.content(of: gateway)
    expect(await UnguardedDatabase.faults(of: gateway), equals: [])
    let after = mended.without(damage)
    if damage.table != .side { expect(after, equals: changed) }
    if damage.table == .topic {
      expect(mended.boards["ai"], equals: before.boards["ai"])
    } else {
      expect(mended.boards["ai"]?.pros.arguments.map(\.id), equals: ["4", "1", "2", "3", "5"])
      expect(mended.history["ai"]?.map(\.id), equals: [6, 5, 4, 3, 2, 1])
      expect(mended.posts["ai"]?.map(\.title), equals: ["First", "Second", "New"])
    }
    expect(mended.boards["tea"]?.pros.arguments.map(\.id), equals: ["1", "2"])
  }

  /// Adds an argument and a post.
  private func change(_ id: Topic.ID, in gateway: SQLiteGateway) async throws {
    _ = try await gateway.update(id) { [now] board throws(BoardError) in
      try board.add(.pro, text: "New", author: "ada", at: now)
    }
    _ = try await gateway.update(nil, of: id) { [now] discussion throws(PostError) in
      try discussion.write(title: "New", content: "Text", author: "ada", at: now)
    }
  }

  @Test(arguments: [
    "outcome = 'maybe'", "outcome = 9", "reason = NULL", "reason = ''",
    "reason = 'a' || char(10) || 'b'",
    "reason = hex(zeroblob(3000))", "decided_by = NULL", "decided_by = ''", "digest = 9",
    "authority = 'me'",
    "quorum = 'many'", "quorum = '60%'", "quorum = '0'", "auto_close = 1", "auto_close = 2",
    "asked = 'ada' || char(10) || 'ada'", "deadline = 'soon'",
  ])
  func `a topic with an impossible decision is left out until it is mended`(
    damage: String
  ) async throws {
    let database = try await UnguardedDatabase()
    let decided = "decided = 2000, decided_by = 'ada', outcome = 'yes', reason = 'Warm'"
    try database.execute("UPDATE topic SET \(decided) WHERE id = 'tea'")
    let gateway = SQLiteGateway(path: database.path)
    let decision = try Decision(
      .yes, reason: "Warm", author: "ada", date: GatewayContract.later, digest: nil)
    expect(try await gateway.topics().value.map(\.topic.decision), equals: [nil, decision])
    try database.execute("UPDATE topic SET \(damage) WHERE id = 'tea'")
    expect(try await gateway.topics().value.map(\.id), equals: ["ai"])
    let faults = await UnguardedDatabase.faults(of: gateway)
    let column = damage.prefix { $0 != " " }
    expect(faults.count >= 1)
    expect(faults.contains { $0.contains(" is left out: \(column) ") }, "\(faults)")
    let others = "digest = NULL, authority = NULL, quorum = NULL, asked = NULL, deadline = NULL"
    try database.execute(
      "UPDATE topic SET \(decided), \(others), auto_close = 0 WHERE id = 'tea'")
    expect(try await gateway.topics().value.map(\.topic.decision), equals: [nil, decision])
    expect(await UnguardedDatabase.faults(of: gateway), equals: [])
  }

  @Test func `the order of a side keeps the place of a row that is left out`() async throws {
    let database = try await UnguardedDatabase()
    let gateway = SQLiteGateway(path: database.path)
    // The order is 4, 1, 2, 3.
    try database.execute("UPDATE argument SET text = NULL WHERE topic = 'ai' AND number = 1")
    let (board, _) = try await GatewayContract.update("ai", in: gateway) {
      [now] board throws(BoardError) in
      try board.move(.pro, id: "3", to: .pro, before: "4", by: "ada", at: now)
    }
    expect(board.pros.arguments.map(\.id), equals: ["3", "4", "2"])
    try database.execute("UPDATE argument SET text = 'Mended' WHERE text IS NULL")
    let pros = try await gateway.board(of: "ai").value.pros
    expect(pros.arguments.map(\.id), equals: ["3", "4", "1", "2"])
  }

  @Test func `a new argument does not get the number of a row that is left out`() async throws {
    let database = try await UnguardedDatabase()
    try database.execute(
      """
      INSERT INTO argument VALUES ('ai', 'pro', 70, 0, NULL, 1, 'ada', 0, 0, NULL, NULL, NULL);
      UPDATE side SET newest = NULL
      """)
    let gateway = SQLiteGateway(path: database.path)
    let added = try await gateway.update("ai") { [now] board throws(BoardError) in
      try board.add(.pro, text: "New", author: "ada", at: now)
    }.value
    expect(added.id, equals: "71")
  }

  @Test func `a new topic does not get the rows of one that is left out`() async throws {
    let database = try await UnguardedDatabase()
    try database.execute("UPDATE topic SET id = NULL WHERE id = 'ai'")
    let gateway = SQLiteGateway(path: database.path)
    expect(try await GatewayContract.addTopic("AI", to: gateway).id, equals: "ai-2")
    try database.execute("UPDATE topic SET id = 'ai' WHERE id IS NULL")
    expect(try await gateway.topics().value.map(\.id), equals: ["ai", "tea", "ai-2"])
  }

  @Test func `of rows with the same key the first one counts, and is not changed`() async throws {
    let database = try await UnguardedDatabase()
    try database.execute(
      """
      INSERT INTO argument VALUES ('ai', 'pro', 2, 0, 'Twice', 5, 'ada', 0, 0, NULL, NULL, NULL);
      INSERT INTO history SELECT * FROM history WHERE topic = 'ai' AND number = 2;
      INSERT INTO post SELECT * FROM post WHERE title = 'First';
      INSERT INTO position VALUES ('ai', 'ada', 'no', NULL, 2000);
      CREATE TABLE new (place INTEGER PRIMARY KEY, \(Table.topic.columns));
      INSERT INTO new SELECT * FROM topic;
      INSERT INTO new (id, title, created, updated, round, auto_close, objections_block,
        deciders_resolve, newest_option, newest_todo)
      VALUES ('ai', 'Twice', 0, 0, 1, 0, 0, 0, 0, 0);
      DROP TABLE topic;
      ALTER TABLE new RENAME TO topic
      """)
    let gateway = SQLiteGateway(path: database.path)
    let content = try await UnguardedDatabase.content(of: gateway)
    expect(content.topics.map(\.topic.title), equals: ["Thinking machines", "Tea"])
    expect(content.boards["ai"]?.pros.arguments.map(\.id), equals: ["4", "1", "2", "3"])
    expect(content.history["ai"]?.map(\.id), equals: [4, 3, 2, 1])
    expect(content.posts["ai"]?.map(\.title), equals: ["First", "Second"])
    let faults = await UnguardedDatabase.faults(of: gateway)
    expect(faults.count, equals: 5)
    expect(content.boards["ai"]?.positions.map(\.choice), equals: [.yes])
    expect(faults.allSatisfy { $0.hasSuffix(" occurs more than once") }, "\(faults)")
    await #expect(throws: BoardError.self) {
      try await gateway.update("ai") { [now] board throws(BoardError) in
        try board.change(.pro, id: "2", weight: 4, by: "ada", at: now)
      }
    }
    expect(try await UnguardedDatabase.content(of: gateway), equals: content)
    try await change("tea", in: gateway)
  }

  @Test func `rows beyond a number are counted`() async throws {
    let database = try await UnguardedDatabase()
    try database.execute(
      """
      WITH RECURSIVE numbers(n) AS (SELECT 100 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1099)
      INSERT INTO argument SELECT 'ai', 'con', n, 0, NULL, 1, 'ada', 0, 0, NULL, NULL, NULL FROM numbers
      """)
    let gateway = SQLiteGateway(path: database.path)
    expect(try await gateway.topics().value[0].cons?.count, equals: 3)
    let faults = await UnguardedDatabase.faults(of: gateway)
    expect(faults.count, equals: 101)
    expect(faults.last, equals: "\(database.path), table argument: 900 more rows are left out")
  }

  /// Changes that nobody can have made, and that would trap or reach another topic if they were
  /// undone.
  @Test(arguments: [
    "{}", "[]", "null", "9", #"{"kind":"removed"}"#, #"{"kind":"created","title":9}"#,
    removal(index: "-1"), removal(index: "1.5"), removal(index: "9e99"), removal(id: #""none""#),
    removal(id: #""9223372036854775807""#), removal(id: "2"), removal(created: "1e300"),
    removal(updated: "9223372036854775807"), removal(text: #""""#), removal(text: #""\ud800""#),
    removal(side: #""none""#), removal(weight: "9"), removedPost(topic: "tea"),
    removedPost(title: ""), String(repeating: "[", count: 5000),
  ])
  func `an impossible change is left out of the history`(event: String) async throws {
    let database = try await UnguardedDatabase()
    let value = event.replacing("'", with: "''")
    try database.execute(
      "INSERT INTO history VALUES ('ai', 5, 0, 'bob', '\(value)', NULL)")
    let gateway = SQLiteGateway(path: database.path)
    let topics = StoreTopics(gateway: gateway) { [now] in now }
    await #expect(throws: UndoError.nothingToUndo) { try await topics.undo("ai", author: "bob") }
    expect(try await gateway.history(of: "ai", before: nil, limit: 1).map(\.id), equals: [4])
    let faults = await UnguardedDatabase.faults(of: gateway)
    expect(faults.count, equals: 1)
    expect(faults.first?.contains("number 5 is left out: event"), equals: true, "\(faults)")
  }

  /// As the first versions wrote it, with escaped slashes and members in any order.
  @Test func `changes written by earlier versions can be undone`() async throws {
    let database = try await UnguardedDatabase()
    let event = Self.removal(text: #""Either\/or""#)
    try database.execute("INSERT INTO history VALUES ('ai', 5, 0, 'bob', '\(event)', NULL)")
    let gateway = SQLiteGateway(path: database.path)
    let topics = StoreTopics(gateway: gateway) { [now] in now }
    _ = try await topics.undo("ai", author: "bob")
    let pros = try await gateway.board(of: "ai").value.pros
    expect(pros.arguments.map(\.text)[0], equals: "Either/or")
    expect(pros.arguments.map(\.id), equals: ["9", "4", "1", "2", "3"])
  }

  private static func removal(
    index: String = "0", id: String = #""9""#, side: String = #""pro""#,
    text: String = #""Old""#, weight: String = "1", created: String = "0", updated: String = "0"
  ) -> String {
    """
    {"index":\(index),"kind":"removed","argument":{"author":"bob","id":\(id),"side":\(side),\
    "text":\(text),"weight":\(weight),"created":\(created),"updated":\(updated)}}
    """
  }

  private static func removedPost(topic: String = "ai", title: String = "Old") -> String {
    """
    {"kind":"postRemoved","post":{"author":"bob","id":"p","topic":"\(topic)","title":"\(title)",\
    "content":"Text","created":0,"updated":0}}
    """
  }
}

extension UnguardedDatabase.Content {
  /// The content without what is left out because of some damage.
  fileprivate func without(_ damage: Damage) -> Self {
    var rest = self
    switch damage.table {
    case .topic:
      rest.topics.removeAll { $0.id == "ai" }
      rest.boards["ai"] = nil
      rest.posts["ai"] = nil
      rest.history["ai"] = nil
    case .topicHistory: rest.existence.removeAll { $0.id == 1 }
    case .feed: rest.feed.removeAll { $0.id == 1 }
    case .history: rest.history["ai"]?.removeAll { $0.id == 2 }
    case .trash: break
    case .post: rest.posts["ai"]?.removeAll { $0.title == "First" }
    case .argument: rest.change { $0.id != "2" }
    case .position: rest.change(positions: [])
    // Their numbers are not used again.
    case .option: rest.change(options: CountedList([], lastID: 1))
    case .objection:
      let number = damage.isInKey ? 0 : 1
      rest.change(objections: CountedList([], lastID: number))
    case .todo:
      let number = damage.isInKey ? 0 : 1
      rest.change(todos: CountedList([], lastID: number))
    case .side:
      let isWhole = damage.isInKey
      rest.change(
        isOrdered: !isWhole && damage.column != "arrangement",
        isDated: !isWhole && damage.column != "updated",
        isSigned: !isWhole && damage.column != "updated_by"
      ) { _ in true }
    }
    return rest
  }

  private mutating func change(
    isOrdered: Bool = true, isDated: Bool = true, isSigned: Bool = true,
    _ isKept: (Argument) -> Bool
  ) {
    guard let board = boards["ai"] else { return }
    var arguments = board.pros.arguments.filter(isKept)
    if !isOrdered { arguments.sort { $0.id < $1.id } }
    let pros = ArgumentList(
      .pro, arguments: arguments, lastID: board.pros.lastID,
      updated: isDated ? board.pros.updated : nil,
      updatedBy: isSigned ? board.pros.updatedBy : nil)
    change(pros: pros)
  }

  private mutating func change(
    pros: ArgumentList? = nil, positions: [Position]? = nil,
    options: CountedList<OptionBoard>? = nil, objections: CountedList<Objection>? = nil,
    todos: CountedList<Todo>? = nil
  ) {
    guard let board = boards["ai"] else { return }
    let changed = Board(
      board.topic, pros: pros ?? board.pros, cons: board.cons,
      positions: positions ?? board.positions, options: options ?? board.options,
      objections: objections ?? board.objections, todos: todos ?? board.todos)
    boards["ai"] = changed
    topics[0] = changed.overview
  }
}
