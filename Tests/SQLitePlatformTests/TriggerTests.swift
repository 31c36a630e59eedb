import Domain
import DomainTestSupport
import Expectations
import SystemTestSupport
import Testing
import UVLoopTestSupport

@testable import SQLitePlatform

/// Rows that change on the connection of the daemon without its doing.
@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(TestLength.isLong ? 30 : 10)))
struct TriggerTests {
  /// In memory: a disk would take most of the time.
  private let directory = TemporaryDirectory(in: "/dev/shm")
  private let now = GatewayContract.later

  private func gateway() -> SQLiteGateway {
    SQLiteGateway(path: directory.file("topics.sqlite")) {
      [BuiltInTopic.board(at: GatewayContract.start)]
    }
  }

  private func execute(_ sql: String) throws {
    try Database(directory.file("topics.sqlite")).execute(sql)
  }

  private func weigh(_ weight: Int, in gateway: SQLiteGateway) async throws -> Board {
    try await GatewayContract.update("ai", in: gateway) { [now] board throws(BoardError) in
      try board.change(.pro, id: "1", weight: weight, by: "ada", at: now)
    }.board
  }

  @Test func `a change that a trigger adds to is followed by what is stored`() async throws {
    let gateway = gateway()
    _ = try await weigh(2, in: gateway)
    try execute(
      """
      CREATE TRIGGER more AFTER UPDATE OF weight ON argument WHEN new.number = 1 BEGIN
        UPDATE argument SET text = text || '!' WHERE side = 'con' AND number = 1;
      END
      """)
    _ = try await gateway.topics()
    var reports = StoreReports(gateway)
    let first = try await weigh(3, in: gateway)
    expect(try await reports.nextChange(), equals: .board(first))
    expect(try await reports.nextChange(), equals: .unknown)
    expect(try await gateway.board(of: "ai").value.cons.arguments[0].text, equals: "High cost!")
    let second = try await weigh(4, in: gateway)
    expect(second.cons.arguments[0].text, equals: "High cost!")
    expect(
      try await self.gateway().board(of: "ai").value.cons.arguments[0].text, equals: "High cost!!")
  }

  @Test func `a change that a trigger ignores fails`() async throws {
    let gateway = gateway()
    let before = try await weigh(2, in: gateway)
    try execute(
      "CREATE TRIGGER never BEFORE UPDATE ON argument BEGIN SELECT RAISE(IGNORE); END")
    await #expect {
      _ = try await weigh(3, in: gateway)
    } throws: { error in
      guard case .store(.damaged) = error as? BoardError else { return false }
      return true
    }
    expect(try await gateway.board(of: "ai").value, equals: before)
    try execute("DROP TRIGGER never")
    expect(try await weigh(3, in: gateway).pros.arguments[0].weight, equals: 3)
  }

  @Test func `the rows that go with a topic are not taken for changes of others`() async throws {
    let gateway = gateway()
    _ = try await weigh(2, in: gateway)
    var reports = StoreReports(gateway)
    _ = try await gateway.update(nil, of: "ai") { [now] discussion throws(PostError) in
      try discussion.write(title: "A", content: "A", author: "ada", at: now)
    }
    let removed = try await gateway.remove("ai")
    let changes = try await reports.all(to: removed.version)
    expect(changes.count == 2 && changes.last == .removal("ai"))
    expect(try await gateway.topics().version, equals: removed.version)
  }

  @Test func `a change that is rolled back is not taken for one of others`() async throws {
    let gateway = gateway()
    _ = try await weigh(2, in: gateway)
    try execute("CREATE TRIGGER stop BEFORE INSERT ON history BEGIN SELECT RAISE(ABORT, 'no'); END")
    _ = try await gateway.topics()
    await #expect(throws: BoardError.self) { try await weigh(3, in: gateway) }
    try execute("DROP TRIGGER stop")
    _ = try await gateway.topics()
    var reports = StoreReports(gateway)
    let version = reports.version
    let board = try await weigh(3, in: gateway)
    expect(try await reports.nextChange(), equals: .board(board))
    expect(try await gateway.topics().version, equals: version + 1)
  }

  // MARK: Random triggers and programs

  @Test func `a change begins with what is stored, whatever else changes rows`() async throws {
    var random = SeededGenerator(seed: testSeed())
    let (gateway, reader) = (self.gateway(), self.gateway())
    _ = try await gateway.topics()
    let other = try Database(directory.file("topics.sqlite"))
    var (made, refused) = (0, 0)
    for step in 0..<TestLength.size(400, long: 10_000) {
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        try other.execute("DROP TRIGGER IF EXISTS t\(Int.random(in: 0..<3, using: &random))")
      case 1:
        let name = "t\(Int.random(in: 0..<3, using: &random))"
        try other.execute("DROP TRIGGER IF EXISTS \(name); \(Self.trigger(name, using: &random))")
      case 2:
        // A trigger may refuse it.
        try? other.execute(Self.change(using: &random))
      case 3:
        _ = try? await gateway.update("ai", by: "ada") { [now] topic throws(TopicError) in
          try topic.rename(to: "Title \(step)", by: "ada", at: now)
        }
      default:
        let stored = try await reader.board(of: "ai").value
        let starts = Journal<Board>()
        let (number, kind) = (
          Int.random(in: 1...9, using: &random), Int.random(in: 0..<4, using: &random)
        )
        do {
          _ = try await gateway.update("ai") { [now] board throws(BoardError) in
            starts.note(board)
            try Self.change(&board, kind, "\(number)", step, at: now)
          }
          made += 1
        } catch {
          refused += 1
        }
        expect(starts.events, equals: [stored], "step \(step)")
        if starts.events != [stored] { return }
      }
    }
    print("\(made) changes were made, \(refused) refused")
    expect(made > 50)
  }

  private static func change(
    _ board: inout Board, _ kind: Int, _ id: Argument.ID, _ step: Int, at now: Timestamp
  ) throws(BoardError) {
    switch kind {
    case 0: _ = try board.add(.pro, text: "New \(step)", author: "ada", at: now)
    case 1: _ = try board.change(.pro, id: id, weight: step % 5 + 1, by: "ada", at: now)
    case 2: _ = try board.move(.pro, id: id, to: .pro, before: nil, by: "ada", at: now)
    default: _ = try board.remove(.pro, id: id, by: "ada", at: now)
    }
  }

  private static func trigger(_ name: String, using random: inout SeededGenerator) -> String {
    let time = ["BEFORE", "AFTER"].randomElement(using: &random) ?? ""
    let event = ["INSERT", "UPDATE", "DELETE"].randomElement(using: &random) ?? ""
    let table = ["argument", "side", "history", "topic"].randomElement(using: &random) ?? ""
    let action =
      [
        "SELECT RAISE(IGNORE)", "SELECT RAISE(ABORT, 'no')", change(using: &random),
        change(using: &random), change(using: &random),
      ].randomElement(using: &random) ?? ""
    return """
      CREATE TRIGGER \(name) \(time) \(event) ON \(table) WHEN random() % 2 = 0 BEGIN
        \(action);
      END
      """
  }

  /// A statement of another program, or of a trigger.
  private static func change(using random: inout SeededGenerator) -> String {
    let number = Int.random(in: 1...9, using: &random)
    return [
      "UPDATE argument SET text = 'T' || abs(random() % 1000) WHERE number = \(number)",
      "UPDATE argument SET text = '' WHERE side = 'pro' AND number = \(number)",
      "UPDATE argument SET weight = \(number % 5 + 1) WHERE number = \(number)",
      "DELETE FROM argument WHERE side = 'pro' AND number = \(number)",
      """
      INSERT OR IGNORE INTO argument (topic, side, number, text)
      VALUES ('ai', 'pro', \(number), 'Theirs')
      """,
      """
      INSERT OR REPLACE INTO argument (topic, side, number, text)
      VALUES ('ai', 'pro', \(number), 'Theirs')
      """,
      "UPDATE side SET arrangement = '\(number),1' WHERE side = 'pro'",
      "UPDATE side SET newest = newest + 1",
      "UPDATE topic SET title = 'Theirs \(number)'",
      "DELETE FROM history WHERE number % 3 = 0",
    ].randomElement(using: &random) ?? ""
  }
}
