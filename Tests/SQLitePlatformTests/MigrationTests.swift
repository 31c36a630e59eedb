import Domain
import DomainTestSupport
import Expectations
import SystemTestSupport
import Testing
import UVLoopTestSupport

@testable import SQLitePlatform

/// Databases of earlier versions.
@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10)))
struct MigrationTests {
  private let directory = TemporaryDirectory()
  private let now = GatewayContract.later
  private var path: String { directory.file("topics.sqlite") }

  /// Makes a database that lacks this migration and all later ones.
  ///
  /// - Parameter rows: statements that write its rows.
  private func makeDatabase(before identifier: String, _ rows: String) throws {
    let all = Schema.migrations { [] }.all
    let earlier = all.prefix { $0.identifier != identifier }
    expect(earlier.count < all.count)
    let database = try Database(path)
    try Migrations(all: Array(earlier), fill: { _ in }).run(in: database)
    try database.execute("PRAGMA foreign_keys = OFF; \(rows)")
  }

  private func gateway() -> SQLiteGateway { SQLiteGateway(path: path) }

  private func texts(_ sql: String) throws -> [String] {
    let database = try Database(path)
    var texts: [String] = []
    try database.forEach(sql) { row in texts.append(try row.text(0, bytes: 0...1000)) }
    return texts
  }

  /// As the version before options writes them.
  private static let topics = """
    INSERT INTO topic (id, title, created, updated, updated_by, decided, decided_by, outcome, reason,
      authority, asked, quorum, deadline, auto_close, round)
    VALUES
      ('ai', 'AI', 1, 2, 'ada', NULL, NULL, NULL, NULL, NULL, 'ada', '1', 9000, 1, 2),
      ('tea', 'Tea', 1, 2, 'ada', 3, 'bob', 'yes', 'Warm', 'person', NULL, NULL, NULL, 0, 1),
      ('trash/x', 'Old', 1, 2, 'ada', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 1);
    INSERT INTO side (topic, side, newest, updated, arrangement, updated_by)
    VALUES ('ai', 'pro', 7, 5, '3,1', 'bob'), ('tea', 'con', 1, 5, NULL, NULL),
      ('trash/x', 'pro', 2, 5, NULL, 'ada');
    INSERT INTO argument
      (topic, side, number, text, weight, author, created, updated, updated_by, supporters)
    VALUES ('ai', 'pro', 1, 'Fast', 2, 'ada', 1, 4, 'bob', 'ada' || char(10) || 'cy'),
      ('ai', 'pro', 3, 'New', 1, 'ada', 1, 1, 'ada', NULL),
      ('tea', 'con', 1, 'Hot', 5, 'ada', 1, 1, NULL, NULL),
      ('trash/x', 'pro', 2, 'Kept', 1, 'ada', 1, 1, 'ada', NULL);
    INSERT INTO position VALUES ('ai', 'ada', 'no', 'It errs', 4);
    INSERT INTO history (topic, number, date, author, event) VALUES
      ('ai', 1, 3, 'ada', '{"kind":"ruleChanged","oldRule":null,"rule":{"asked":"ada","quorum":"1",' ||
        '"deadline":9000,"autoClose":1}}'),
      ('ai', 2, 4, 'bob', '{"kind":"changed","old":{"id":"1","side":"pro","text":"Quick","weight":2,' ||
        '"author":"ada","created":1,"updated":1,"updatedBy":"ada","supporters":null},"argument":' ||
        '{"id":"1","side":"pro","text":"Fast","weight":2,"author":"ada","created":1,"updated":4,' ||
        '"updatedBy":"bob","supporters":"ada\\ncy"}}'),
      ('tea', 1, 3, 'bob', '{"kind":"decided","decision":{"outcome":"yes","reason":"Warm",' ||
        '"author":"bob","date":3,"authority":"person","digest":null}}');
    INSERT INTO trash (id, topic, post, title, author, removed, bytes, content)
    VALUES ('x', 'old', NULL, 'Old', 'ada', 6, 4, NULL);
    """

  @Test func `topics of a database without options are as they were, and can have some`()
    async throws
  {
    try makeDatabase(before: "options", Self.topics)
    let gateway = gateway()
    let overviews = try await gateway.topics().value
    expect(overviews.map(\.id), equals: ["ai", "tea"])
    expect(await UnguardedDatabase.faults(of: gateway), equals: [])
    let board = try await gateway.board(of: "ai").value
    expect(board.overview, equals: overviews[0])
    expect(board.pros.arguments.map(\.id), equals: ["3", "1"])
    expect(board.pros.arguments[1].supporters, equals: ["ada", "cy"])
    expect([board.pros.arguments[1].updatedBy, board.pros.updatedBy], equals: ["bob", "bob"])
    expect(board.pros.lastID, equals: 7)
    expect(board.positions.map(\.choice), equals: [.no])
    let rule = try DecisionRule(
      asked: ["ada"], quorum: .people(1), deadline: Timestamp(millisecondsSince1970: 9000),
      autoClose: true)
    expect(board.topic.rule, equals: rule)
    expect(board.topic.round, equals: 2)
    expect(
      try await gateway.board(of: "tea").value.topic.decision,
      equals: try Decision(
        .yes, reason: "Warm", author: "bob", date: Timestamp(millisecondsSince1970: 3),
        digest: nil))
    expect(
      try await gateway.history(of: "ai", before: nil, limit: 1).map(\.record.event),
      equals: [
        .argumentChanged(
          from: try Argument(
            id: "1", side: .pro, text: "Quick", weight: 2, author: "ada",
            created: Timestamp(millisecondsSince1970: 1),
            updated: Timestamp(millisecondsSince1970: 1), updatedBy: "ada"),
          to: board.pros.arguments[1])
      ])
    let topics = StoreTopics(gateway: gateway) { [now] in now }
    _ = try await topics.undo("ai", author: "bob")
    _ = try await gateway.update("ai") { [now] board throws(BoardError) in
      _ = try board.addOption("Ours", by: "ada", at: now)
      _ = try board.add(Column(.pro, of: "1"), text: "Known", author: "ada", at: now)
      _ = try board.comment(on: "1", .pro, text: "Is it?", author: "ada", at: now)
      _ = try board.add(.pro, text: "Newer", author: "ada", at: now)
    }
    await gateway.close()
    let again = try await self.gateway().board(of: "ai").value
    expect(again.pros.arguments.map(\.text), equals: ["New", "Quick", "Newer"])
    expect(again.pros.arguments.last?.id, equals: "8")
    expect(again.options["1"]?.pros.arguments.map(\.text), equals: ["Known"])
    let other = self.gateway()
    expect(try await other.restore("x", by: "ada", at: now).value, equals: "old")
    expect(try await other.board(of: "old").value.pros.arguments.map(\.id), equals: ["2"])
  }

  @Test func `an argument that is inserted without an option is on the topic's own board`()
    async throws
  {
    try makeDatabase(before: "options", Self.topics)
    let gateway = gateway()
    _ = try await gateway.topics()
    try Database(path).execute(
      "INSERT INTO argument (topic, side, number, text) VALUES ('ai', 'pro', 9, 'Theirs')")
    expect(
      try await gateway.board(of: "ai").value.pros.arguments.map(\.id), equals: ["3", "1", "9"])
  }

  /// As they are without foreign keys, and in tables from which a program has taken the rules.
  @Test(arguments: [
    "INSERT INTO argument (topic, side, number, text) VALUES ('none', 'pro', 9, 'A')",
    """
    INSERT INTO side (topic, side) VALUES ('none', 'pro');
    INSERT INTO argument (topic, side, number, text) VALUES ('ai', 'pro', 9, '')
    """,
    """
    PRAGMA ignore_check_constraints = ON;
    UPDATE argument SET weight = 9 WHERE topic = 'ai' AND number = 3
    """,
    """
    CREATE TABLE new AS SELECT * FROM argument;
    DROP TABLE argument;
    ALTER TABLE new RENAME TO argument;
    INSERT INTO argument SELECT * FROM argument WHERE topic = 'tea';
    UPDATE argument SET text = NULL WHERE topic = 'ai' AND number = 3
    """,
    """
    CREATE TABLE new AS SELECT * FROM side;
    DROP TABLE side;
    ALTER TABLE new RENAME TO side;
    INSERT INTO side SELECT * FROM side;
    UPDATE side SET newest = 'many'
    """,
  ])
  func `rows that cannot be read stay in the database`(damage: String) async throws {
    try makeDatabase(before: "options", "\(Self.topics); \(damage)")
    let rows = try texts("SELECT CAST(count(*) AS TEXT) FROM argument")
    let gateway = gateway()
    expect(try await gateway.topics().value.map(\.id), equals: ["ai", "tea"])
    expect(await UnguardedDatabase.faults(of: gateway) != [])
    expect(try texts("SELECT CAST(count(*) AS TEXT) FROM argument"), equals: rows)
    let board = try await gateway.update("tea") { [now] board throws(BoardError) in
      _ = try board.reopen(by: "ada", at: now)
      _ = try board.add(.pro, text: "Cheap", author: "ada", at: now)
      return board
    }.value
    expect(try await gateway.board(of: "tea").value.pros, equals: board.pros)
    // An option is still not needed.
    try Database(path).execute(
      "INSERT INTO argument (topic, side, number, text) VALUES ('tea', 'pro', 9, 'Theirs')")
    expect(try await gateway.board(of: "tea").value.pros.arguments.map(\.id), equals: ["1", "9"])
  }

  @Test func `what a program has added to the tables is still there`() async throws {
    try makeDatabase(
      before: "options",
      """
      \(Self.topics);
      CREATE TABLE written (what TEXT);
      CREATE TRIGGER noting AFTER INSERT ON argument BEGIN
        INSERT INTO written VALUES (new.text || (SELECT count(*) FROM side));
      END;
      CREATE TRIGGER other AFTER INSERT ON post BEGIN
        INSERT INTO written SELECT text FROM argument WHERE topic = new.topic;
      END;
      CREATE INDEX by_text ON argument (text);
      CREATE VIEW heavy AS SELECT text FROM argument JOIN side USING (topic, side) WHERE weight > 4
      """)
    let gateway = gateway()
    _ = try await gateway.topics()
    expect(try texts("SELECT text FROM heavy"), equals: ["Hot"])
    expect(
      try texts("SELECT name FROM sqlite_master WHERE type = 'index' AND name = 'by_text'"),
      equals: ["by_text"])
    expect(try texts("SELECT what FROM written"), equals: [])
    _ = try await gateway.update("ai") { [now] board throws(BoardError) in
      try board.add(.pro, text: "Newer", author: "ada", at: now)
    }
    expect(try texts("SELECT what FROM written").count, equals: 1)
    _ = try await StorePosts(gateway: gateway) { [now] in now }.write(
      in: "tea", title: "One", content: "First", author: "ada")
    expect(try texts("SELECT what FROM written").last, equals: "Hot")
  }

  @Test func `a migrated database has the tables of a new one`() async throws {
    let sql = """
      SELECT name || ' ' || replace(replace(sql, '"', ''), 'new_', '') FROM sqlite_master
      WHERE sql IS NOT NULL ORDER BY name
      """
    try makeDatabase(before: "options", Self.topics)
    _ = try await gateway().topics()
    let new = SQLiteGateway(path: directory.file("new.sqlite"))
    _ = try await new.topics()
    let database = try Database(directory.file("new.sqlite"))
    var tables: [String] = []
    try database.forEach(sql) { row in tables.append(try row.text(0, bytes: 0...10_000)) }
    let migrated = try Database(path)
    var found: [String] = []
    try migrated.forEach(sql) { row in found.append(try row.text(0, bytes: 0...10_000)) }
    expect(found, equals: tables)
    expect(try texts("PRAGMA foreign_key_check"), equals: [])
    expect(try texts("PRAGMA integrity_check"), equals: ["ok"])
  }

  @Test func `of rows of an older database it is not known who changed them last`() async throws {
    try makeDatabase(
      before: "updated_by",
      """
      INSERT INTO topic (id, title, created, updated) VALUES ('ai', 'AI', 1, 2);
      INSERT INTO side (topic, side, newest, updated) VALUES ('ai', 'pro', 1, 5);
      INSERT INTO argument (topic, side, number, text, author, created, updated)
      VALUES ('ai', 'pro', 1, 'Fast', 'procon', 1, 4)
      """)
    let gateway = gateway()
    let board = try await gateway.board(of: "ai").value
    expect(board.pros.arguments[0].author, equals: "procon")
    expect([board.topic.updatedBy, board.pros.updatedBy], equals: [nil, nil])
    expect(board.pros.arguments.allSatisfy { $0.updatedBy == nil })
    expect(try await gateway.history(before: nil, limit: 9), equals: [])
    let (changed, _) = try await GatewayContract.update("ai", in: gateway) {
      [now] board throws(BoardError) in
      try board.change(.pro, id: "1", weight: 2, by: "ada", at: now)
    }
    expect([changed.pros.arguments[0].updatedBy, changed.pros.updatedBy], equals: ["ada", "ada"])
    expect([board.topic.round, board.positions.count], equals: [1, 0])
    let decided = try await gateway.update("ai") { [now] board throws(BoardError) in
      _ = try board.takePosition(.yes, because: nil, by: "ada", at: now)
      return try board.decide(.yes, reason: "Fast", by: "ada", at: now)
    }.value
    expect(try await gateway.topics().value[0].topic.decision, equals: decided)
  }
}
