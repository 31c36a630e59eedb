import Domain
import DomainTestSupport
import SystemTestSupport
import Testing
import UVLoopTestSupport

@testable import SQLitePlatform

/// Rows that change on the connection of the daemon without its doing.
@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(1)))
struct TriggerTests {
  private let directory = TemporaryDirectory()
  private let now = GatewayContract.later

  private func gateway() -> SQLiteGateway {
    SQLiteGateway(path: directory.file("topics.sqlite")) {
      [BuiltInTopic.board(at: GatewayContract.start)]
    }
  }

  private func execute(_ sql: String) throws {
    try Database(directory.file("topics.sqlite")).execute(sql)
  }

  private func weigh(_ weight: Int, in gateway: SQLiteGateway) async throws -> Stored<Board> {
    try await gateway.update("ai") { [now] board throws(ArgumentError) in
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
    var reports: AsyncStream<StoreChange<Board>>.Iterator
    reports = (gateway.changes() as AsyncStream<StoreChange<Board>>).makeAsyncIterator()
    let first = try await weigh(3, in: gateway)
    guard case .topic? = await reports.next(isolation: #isolation),
      case .unknown? = await reports.next(isolation: #isolation)
    else {
      Issue.record("the trigger's change was not reported")
      return
    }
    #expect(try await gateway.board(of: "ai").version > first.version)
    #expect(try await gateway.board(of: "ai").value.cons.arguments[0].text == "High cost!")
    let second = try await weigh(4, in: gateway)
    #expect(second.value.cons.arguments[0].text == "High cost!")
    #expect(try await self.gateway().board(of: "ai").value.cons.arguments[0].text == "High cost!!")
  }

  @Test func `a change that a trigger ignores fails`() async throws {
    let gateway = gateway()
    let before = try await weigh(2, in: gateway)
    try execute(
      "CREATE TRIGGER never BEFORE UPDATE ON argument BEGIN SELECT RAISE(IGNORE); END")
    await #expect {
      _ = try await weigh(3, in: gateway)
    } throws: { error in
      guard case .store(.damaged) = error as? ArgumentError else { return false }
      return true
    }
    #expect(try await gateway.board(of: "ai").value == before.value)
    try execute("DROP TRIGGER never")
    #expect(try await weigh(3, in: gateway).value.pros.arguments[0].weight == 3)
  }

  @Test func `the rows that go with a topic are not taken for changes of others`() async throws {
    let gateway = gateway()
    let before = try await weigh(2, in: gateway)
    _ = try await gateway.update(nil, of: "ai") { [now] discussion throws(PostError) in
      try discussion.write(title: "A", content: "A", author: "ada", at: now)
    }
    _ = try await gateway.remove("ai")
    #expect(try await gateway.topics().version == before.version + 2)
  }

  @Test func `a change that is rolled back is not taken for one of others`() async throws {
    let gateway = gateway()
    let before = try await weigh(2, in: gateway)
    try execute("CREATE TRIGGER stop BEFORE INSERT ON history BEGIN SELECT RAISE(ABORT, 'no'); END")
    _ = try await gateway.topics()
    await #expect(throws: ArgumentError.self) { try await weigh(3, in: gateway) }
    try execute("DROP TRIGGER stop")
    let version = try await gateway.topics().version
    #expect(try await weigh(3, in: gateway).version == version + 1)
    #expect(try await gateway.topics().version == version + 1)
    #expect(version > before.version)
  }
}
