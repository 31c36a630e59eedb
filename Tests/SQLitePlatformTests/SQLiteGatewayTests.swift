import Domain
import DomainTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import UVLoopTestSupport

@testable import SQLitePlatform

@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10)))
struct SQLiteGatewayTests {
  private let directory = TemporaryDirectory()
  private let now = GatewayContract.start
  private var path: String { directory.file("topics.sqlite") }

  private func gateway() -> SQLiteGateway {
    SQLiteGateway(path: path) { [BuiltInTopic.board(at: GatewayContract.start)] }
  }

  /// Changes the database as another program would.
  private func execute(_ sql: String) throws {
    try Database(path).execute(sql)
  }

  /// Another program, which may keep a transaction open.
  private func other() throws -> Database { try Database(path) }

  @Test(
    arguments: GatewayContract.sentences + GatewayContract.historySentences
      + GatewayContract.trashSentences)
  func `a gateway on SQLite fulfils the contract`(sentence: GatewayContract) async throws {
    try await sentence.check(gateway())
  }

  @Test func `a second gateway finds what the first one stored`() async throws {
    let first = gateway()
    let (board, _) = try await GatewayContract.update("ai", in: first) {
      [now] board throws(BoardError) in
      _ = try board.move(.pro, id: "4", to: .pro, before: "1", by: "ada", at: now)
      _ = try board.remove(.pro, id: "2", by: "ada", at: now)
      _ = try board.change(.con, id: "1", text: "Very high cost", by: "ada", at: now)
      _ = try board.add(.con, text: "Cafés 👩‍🚀", weight: 5, author: "ada", at: now)
    }
    // Neither waits for the other one to close.
    expect(try await gateway().board(of: "ai").value, equals: board)
    await first.close()
    expect(try await gateway().board(of: "ai").value, equals: board)
    await #expect(throws: BoardError.store(.unavailable(reason: "\(path) is closed"))) {
      try await first.board(of: "ai")
    }
  }

  @Test func `a change of a post can be undone in a topic that was restored under another id`()
    async throws
  {
    let gateway = gateway()
    let posts = StorePosts(gateway: gateway) { GatewayContract.later }
    let topics = StoreTopics(gateway: gateway) { GatewayContract.later }
    let post = try await posts.write(in: "ai", title: "Trial", content: "Short", author: "ada")
      .value
    _ = try await posts.edit(post.id, of: "ai", content: "Longer", author: "ada")
    let removal = try await topics.remove("ai", author: "ada").value
    expect(try await topics.create(title: "AI", author: "ada").value, equals: "ai")
    let restored = try await StoreTrash(gateway: gateway) { GatewayContract.later }
      .restore(removal.id, author: "ada").value
    expect(restored, equals: "artificial-intelligence")
    let event = try await topics.history(of: restored, limit: 1)[0].record.event
    var topicsOfPosts: [Topic.ID] = []
    if case .postEdited(let old, let new) = event { topicsOfPosts = [old.topic, new.topic] }
    expect(topicsOfPosts, equals: [restored, restored])
    _ = try await topics.undo(restored, author: "ada")
    expect(try await posts.read(post.id, of: restored).content, equals: "Short")
  }

  @Test func `the built-in topic does not return after it was removed`() async throws {
    let first = gateway()
    _ = try await first.remove("ai")
    await first.close()
    expect(try await gateway().topics().value.isEmpty)
  }

  @Test func `concurrent changes share a transaction and fail separately`() async throws {
    let gateway = gateway()
    _ = try await weigh(2, in: gateway)
    let blocker = try other()
    var reports = StoreReports(gateway)
    // They wait while another program has locked the database.
    try blocker.execute("BEGIN IMMEDIATE")
    let outcomes = await withTaskGroup(of: (Int, Bool, Int).self) { group in
      for number in 0..<100 {
        group.addTask { @concurrent [now] in
          do {
            let answer = try await gateway.update("ai") { board throws(BoardError) in
              // Every third one breaks a rule after changing something.
              _ = try board.add(.pro, text: "\(number)", author: "ada", at: now)
              if number % 3 == 0 { _ = try board.remove(.con, id: "none", by: "ada", at: now) }
            }
            return (number, true, answer.version)
          } catch {
            return (number, error as? BoardError != .notFound(id: "none"), 0)
          }
        }
      }
      try? blocker.execute("COMMIT")
      return await group.reduce(into: []) { $0.append($1) }
    }
    let added = outcomes.filter { $0.1 }
    expect(added.map(\.0).sorted(), equals: (0..<100).filter { $0 % 3 != 0 })
    expect(Set(added.map(\.2)).count, equals: added.count)
    let pros = try await gateway.board(of: "ai").value.pros
    expect(Set(pros.arguments.dropFirst(4).map(\.text)), equals: Set(added.map { "\($0.0)" }))
    var versions: [Int] = []
    for _ in added {
      let step = try await reports.next()
      guard case .board(let board)? = step.changes.first, step.changes.count == 1 else {
        Issue.record("\(step) is not the change of a board")
        return
      }
      versions.append(step.version)
      expect(board.pros.arguments.count, equals: 4 + versions.count)
    }
    expect(versions, equals: versions.sorted())
    expect(Set(versions), equals: Set(added.map(\.2)))
    let history = try await gateway.history(of: "ai", before: nil, limit: 1000)
    expect(history.map(\.id), equals: (1...(added.count + 1)).reversed())
  }

  @Test func `changes by another program are noticed and reported as unknown`() async throws {
    let gateway = gateway()
    let before = try await gateway.topics()
    var reports = StoreReports(gateway)
    try execute("INSERT INTO argument (topic, side, number, text) VALUES ('ai', 'pro', 9, 'New')")
    await gateway.check()
    expect(try await reports.nextChange(), equals: .unknown)
    let after = try await gateway.topics()
    expect(after.version > before.version)
    expect(after.value[0].pros?.count, equals: 5)
    let board = try await gateway.board(of: "ai").value
    expect(board.pros.arguments.map(\.id), equals: ["1", "2", "3", "4", "9"])
    expect(board.pros.arguments.last?.author, equals: "sqlite3")
    let added = try await gateway.update("ai") { [now] board throws(BoardError) in
      try board.add(.pro, text: "Next", author: "ada", at: now)
    }.value
    expect(added.id, equals: "10")
  }

  // MARK: The board that was changed last, which the next change does not read

  /// Changes the weight of the first pro.
  private func weigh(_ weight: Int, in gateway: SQLiteGateway) async throws -> Board {
    try await GatewayContract.update("ai", in: gateway) { [now] board throws(BoardError) in
      try board.change(.pro, id: "1", weight: weight, by: "ada", at: now)
    }.board
  }

  @Test func `changes of one board, one after the other, are all stored`() async throws {
    let first = gateway()
    for weight in [2, 3, 4, 4, 5] {
      let board = try await weigh(weight, in: first)
      expect(board.pros.arguments[0].weight, equals: weight)
      expect(try await gateway().board(of: "ai").value, equals: board)
    }
    let history = try await first.history(of: "ai", before: nil, limit: 100)
    expect(history.count, equals: 4)
  }

  @Test func `a change after that of another program has both`() async throws {
    let gateway = gateway()
    _ = try await weigh(2, in: gateway)
    try execute("UPDATE argument SET text = 'Theirs' WHERE side = 'pro' AND number = 2")
    let board = try await weigh(3, in: gateway)
    expect(board.pros.arguments.map(\.text)[1], equals: "Theirs")
    expect(board.pros.arguments[0].weight, equals: 3)
    await gateway.close()
    expect(try await self.gateway().board(of: "ai").value, equals: board)
  }

  @Test func `a change after other changes of the topic has all of them`() async throws {
    let gateway = gateway()
    _ = try await weigh(2, in: gateway)
    _ = try await gateway.update("ai", by: "ada") { [now] topic throws(TopicError) in
      try topic.rename(to: "Renamed", by: "ada", at: now)
    }
    expect(try await weigh(3, in: gateway).topic.title, equals: "Renamed")
    _ = try await gateway.remove("ai")
    await #expect(throws: BoardError.noTopic(id: "ai")) { _ = try await weigh(4, in: gateway) }
  }

  @Test func `a change after a rename in the same transaction has its title`() async throws {
    let gateway = gateway()
    let (started, gate) = (Journal<Int>(), HeldWork())
    var reports = StoreReports(gateway)
    async let first = gateway.update("ai") { [now] board throws(BoardError) in
      started.note(1)
      gate.wait()
      return try board.change(.pro, id: "1", weight: 2, by: "ada", at: now)
    }
    _ = try await started.wait(count: 1)
    async let renamed = gateway.update("ai", by: "ada") { [now] topic throws(TopicError) in
      try topic.rename(to: "Renamed", by: "ada", at: now)
    }
    while gateway.waiting < 1 { await Task.yield() }
    async let second = weigh(3, in: gateway)
    while gateway.waiting < 2 { await Task.yield() }
    // They share the next transaction.
    gate.release(1)
    _ = try await (first, renamed)
    expect(try await second.topic.title, equals: "Renamed")
    let old = BuiltInTopic.board(at: now).topic.title
    expect(try await reports.nextChange().overview?.topic.title, equals: old)
    expect(try await reports.nextChange().overview?.topic.title, equals: "Renamed")
  }

  @Test func `a change after a refused one begins with what is stored`() async throws {
    let gateway = gateway()
    _ = try await weigh(2, in: gateway)
    await #expect(throws: BoardError.notFound(id: "none")) {
      _ = try await gateway.update("ai") { [now] board throws(BoardError) in
        _ = try board.change(.pro, id: "1", weight: 5, by: "ada", at: now)
        _ = try board.remove(.pro, id: "none", by: "ada", at: now)
      }
    }
    let (board, _) = try await GatewayContract.update("ai", in: gateway) {
      [now] board throws(BoardError) in
      try board.change(.con, id: "1", weight: 4, by: "ada", at: now)
    }
    expect(board.pros.arguments[0].weight, equals: 2)
    expect(try await self.gateway().board(of: "ai").value, equals: board)
    expect(try await gateway.history(of: "ai", before: nil, limit: 100).count, equals: 2)
  }

  @Test func `a change of another topic begins with that`() async throws {
    let gateway = gateway()
    let board = try await weigh(2, in: gateway)
    _ = try await gateway.insert { [now] _ throws(TopicError) in
      [TopicContent(Board(Topic(id: "tea", title: "Tea", created: now, updated: now)))]
    }
    let (other, _) = try await GatewayContract.update("tea", in: gateway) {
      [now] board throws(BoardError) in
      try board.add(.pro, text: "Warm", author: "ada", at: now)
    }
    expect(other.id, equals: "tea")
    expect(try await weigh(3, in: gateway).pros.arguments.count, equals: board.pros.arguments.count)
  }

  @Test func `a check fails while another program writes, and waits for nobody`() async throws {
    let gateway = gateway()
    _ = try await gateway.topics()
    var reports = StoreReports(gateway)
    let before = reports.version
    let other = try other()
    try other.execute(
      """
      BEGIN IMMEDIATE;
      INSERT INTO argument (topic, side, number, text) VALUES ('ai', 'pro', 9, 'New')
      """)
    expect(await gateway.check(), equals: false)
    expect(try await gateway.topics().version, equals: before)
    try other.execute("COMMIT")
    expect(await gateway.check())
    expect(try await reports.nextChange(), equals: .unknown)
  }

  @Test func `an argument that another program adds to a rearranged side comes last`() async throws
  {
    let gateway = gateway()
    _ = try await gateway.update("ai") { [now] board throws(BoardError) in
      try board.move(.pro, id: "4", to: .pro, before: "1", by: "ada", at: now)
    }
    try execute("INSERT INTO argument (topic, side, number, text) VALUES ('ai', 'pro', 9, 'New')")
    try execute("DELETE FROM argument WHERE side = 'pro' AND number = 2")
    let board = try await gateway.board(of: "ai").value
    expect(board.pros.arguments.map(\.id), equals: ["4", "1", "3", "9"])
  }

  @Test func `a database that can be opened again is reported, and not tried before`()
    async throws
  {
    try write("This is not a database. It never was one.", to: path)
    let gateway = gateway()
    var reports = StoreReports(gateway)
    await #expect(throws: TopicError.self) { try await gateway.topics() }
    expect(await gateway.check())
    unlink(path)
    expect(await gateway.check())
    expect(try await reports.nextChange(), equals: .unknown)
    expect(try await gateway.topics().value.count, equals: 1)
  }

  @Test func `a change writes only rows that differ`() async throws {
    let gateway = gateway()
    _ = try await gateway.topics()
    try execute(
      """
      CREATE TABLE written (what TEXT);
      CREATE TRIGGER i AFTER INSERT ON argument BEGIN INSERT INTO written VALUES ('i' || new.number); END;
      CREATE TRIGGER u AFTER UPDATE ON argument BEGIN INSERT INTO written VALUES ('u' || new.number); END;
      CREATE TRIGGER d AFTER DELETE ON argument BEGIN INSERT INTO written VALUES ('d' || old.number); END;
      """)
    func written(
      _ change: @escaping @Sendable (inout Board) throws(BoardError) -> Void
    ) async throws -> [String] {
      _ = try await gateway.update("ai", change)
      let database = try Database(path)
      var found: [String] = []
      try database.forEach("SELECT what FROM written ORDER BY what") { row in
        found.append(try row.text(0, bytes: 0...100))
      }
      try database.execute("DELETE FROM written")
      return found
    }
    let now = now
    expect(
      try await written { board throws(BoardError) in
        _ = try board.change(.pro, id: "2", weight: 3, by: "ada", at: now)
      }, equals: ["u2"])
    expect(
      try await written { board throws(BoardError) in
        _ = try board.move(.pro, id: "4", to: .pro, before: "1", by: "ada", at: now)
      }, equals: [])
    expect(
      try await written { board throws(BoardError) in
        _ = try board.move(.pro, id: "1", to: .con, before: nil, by: "ada", at: now)
      }, equals: ["d1", "i4"])
    expect(try await written { _ in }, equals: [])
  }

  @Test func `a file that is not a database is refused and left unchanged`() async throws {
    let text = String(repeating: "This is not a database. ", count: 100)
    try write(text, to: path)
    await #expect {
      try await gateway().topics()
    } throws: { error in
      guard case .store(.damaged(let place)) = error as? TopicError else { return false }
      return place.hasPrefix(path)
    }
    expect(contents(of: path), equals: text)
  }

  @Test func `a damaged database is refused with a description of the damage`() async throws {
    let first = gateway()
    for number in 0..<50 {
      _ = try await first.update("ai") { [now] board throws(BoardError) in
        try board.add(
          .pro, text: String(repeating: "\(number) ", count: 100), author: "ada", at: now)
      }
    }
    await first.close()
    let file = open(path, O_WRONLY)
    let noise = [UInt8](repeating: 0x5A, count: 16_384)
    expect(pwrite(file, noise, noise.count, 4096), equals: noise.count)
    Glibc.close(file)
    await #expect {
      _ = try await gateway().topics()
      _ = try await gateway().board(of: "ai")
    } throws: { error in
      switch error {
      case TopicError.store(.damaged), BoardError.store(.damaged): true
      default: false
      }
    }
  }

  @Test func `a database that cannot be created is reported, and created once that is possible`()
    async throws
  {
    let gateway = SQLiteGateway(path: directory.file("missing/topics.sqlite"))
    await #expect {
      try await gateway.topics()
    } throws: { error in
      guard case .store(.unavailable) = error as? TopicError else { return false }
      return true
    }
    mkdir(directory.file("missing"), 0o700)
    expect(try await gateway.topics().value.isEmpty)
  }

  @Test func `a database locked by another program is unavailable`() async throws {
    let gateway = gateway()
    _ = try await gateway.topics()
    let other = try other()
    try other.execute("BEGIN IMMEDIATE")
    await #expect(
      throws: BoardError.store(.unavailable(reason: "another program has locked \(path)"))
    ) {
      try await gateway.update("ai") { [now] board throws(BoardError) in
        try board.add(.pro, text: "New", author: "ada", at: now)
      }
    }
    // It can still be read.
    expect(try await gateway.topics().value.count, equals: 1)
    try other.execute("ROLLBACK")
    _ = try await gateway.update("ai") { [now] board throws(BoardError) in
      try board.add(.pro, text: "New", author: "ada", at: now)
    }
  }

  @Test func `changes are on disk when they are answered`() throws {
    let file = SQLiteFile(
      DatabasePlace(path: path, migrations: Schema.migrations { [] }, mark: nil), SQLiteReports())
    for (setting, value) in [("journal_mode", "wal"), ("synchronous", "2"), ("foreign_keys", "1")] {
      let read = { (database: Database) in
        try database.first("SELECT CAST(\(setting) AS TEXT) FROM pragma_\(setting)") { row in
          try row.text(0, bytes: 0...10)
        }
      }
      let found = try file.perform(.reading, noticed: {}, read)
      expect(found, equals: value, "\(setting)")
    }
  }
}
