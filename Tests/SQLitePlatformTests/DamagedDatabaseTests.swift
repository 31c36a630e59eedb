import Domain
import DomainTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import UVLoopTestSupport

@testable import SQLitePlatform

/// Databases of which more than a row is wrong.
@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10)))
struct DamagedDatabaseTests {
  private let now = GatewayContract.later
  /// The bytes of a page of the database.
  private static let page = 4096

  @Test(arguments: Table.allCases)
  func `a missing table is reported, and what does not need it works`(table: Table) async throws {
    let database = try await UnguardedDatabase()
    let gateway = SQLiteGateway(path: database.path)
    let before = try await UnguardedDatabase.content(of: gateway)
    try database.execute("ALTER TABLE \(table.rawValue) RENAME TO away")
    for gateway in [gateway, SQLiteGateway(path: database.path)] {
      let reason = "no such table: \(table.rawValue)"
      guard table != .topic else {
        let error = TopicError.store(.damaged(place: "\(database.path): \(reason)"))
        await #expect(throws: error) { try await gateway.topics() }
        continue
      }
      let topics = try await gateway.topics().value
      expect(topics.map(\.id), equals: before.topics.map(\.id))
      expect(
        await UnguardedDatabase.faults(of: gateway),
        equals: ["\(database.path), table \(table.rawValue): it cannot be read: \(reason)"])
      expect(
        await works { try await gateway.board(of: "ai") },
        equals: ![.side, .argument, .position, .option, .objection, .todo].contains(table))
      expect(
        await works { try await gateway.posts(of: "ai", before: nil, limit: 9) },
        equals: (table != .post))
      expect(
        await works { try await gateway.history(of: "ai", before: nil, limit: 9) },
        equals: (table != .history))
      expect(
        await works {
          try await gateway.update("ai", by: "ada") { [now] topic throws(TopicError) in
            try topic.rename(to: "\(topic.title)!", by: "ada", at: now)
          }
        }, equals: [.position, .objection, .todo, .post, .trash].contains(table))
    }
    try database.execute("ALTER TABLE away RENAME TO \(table.rawValue)")
    expect(try await gateway.topics().value.map(\.id), equals: ["ai", "tea"])
    expect(await UnguardedDatabase.faults(of: gateway), equals: [])
  }

  private func works<Answer>(_ call: () async throws -> Answer) async -> Bool {
    (try? await call()) != nil
  }

  @Test func `a database with random bytes is used as far as it can be`() async throws {
    var random = SeededGenerator(seed: testSeed())
    let database = try await UnguardedDatabase()
    try database.fill()
    let bytes = try read(database.path)
    // In memory: a disk would take most of the time.
    let directory = TemporaryDirectory(in: "/dev/shm")
    var outcomes: [String: Int] = [:]
    for number in 0..<TestLength.size(100, long: 500) {
      var damaged = bytes
      // Everywhere, without the first page, or in a few pages, so that some tables are unharmed.
      let range =
        switch number % 4 {
        case 0: 0..<bytes.count
        case 1: Self.page..<bytes.count
        default: Self.window(of: bytes.count, using: &random)
        }
      for _ in 0..<200 {
        damaged[Int.random(in: range, using: &random)] = UInt8(truncatingIfNeeded: random.next())
      }
      let path = directory.file("\(number).sqlite")
      try write(damaged, to: path)
      let gateway = SQLiteGateway(path: path)
      outcomes[await use(gateway), default: 0] += 1
      await gateway.close()
      for ending in ["", "-wal", "-shm"] { unlink(path + ending) }
    }
    print(outcomes)
    expect(outcomes["silent", default: 0], equals: 0)
    // A page of a table is not the whole database.
    expect(outcomes["reported", default: 0] > outcomes["refused", default: 0])
  }

  /// Returns the place of four pages.
  private static func window(
    of count: Int, using random: inout SeededGenerator
  ) -> Range<Int> {
    let start = page * Int.random(in: 1..<(count / page - 4), using: &random)
    return start..<(start + 4 * page)
  }

  /// Reads and changes everything.
  ///
  /// - Returns: "refused" if nothing could be read, "reported" if something is missing and a fault
  ///   says so, "silent" if no fault says so.
  private func use(_ gateway: SQLiteGateway) async -> String {
    var failures = 0
    func attempt<Answer>(_ call: () async throws -> Answer) async -> Answer? {
      do {
        return try await call()
      } catch {
        failures += 1
        return nil
      }
    }
    let topics = await attempt { try await gateway.topics().value }
    for id in topics == nil ? ["ai"] : ["ai", "tea"] {
      _ = await attempt { try await gateway.board(of: id) }
      _ = await attempt { try await gateway.posts(of: id, before: nil, limit: 50) }
      _ = await attempt { try await gateway.history(of: id, before: nil, limit: 50) }
      _ = await attempt { try await gateway.content(of: id, upTo: .max) }
      _ = await attempt {
        try await gateway.update(id) { [now] board throws(BoardError) in
          try board.add(.pro, text: "New", author: "ada", at: now)
        }
      }
      _ = await attempt {
        try await StoreTopics(gateway: gateway) { [now] in now }.undo(id, author: "ada")
      }
      _ = await attempt {
        try await gateway.update(nil, of: id) { [now] discussion throws(PostError) in
          try discussion.write(title: "New", content: "Text", author: "ada", at: now)
        }
      }
      _ = await attempt {
        try await gateway.remove(id)
      }
    }
    _ = await attempt { try await GatewayContract.addTopic("New", to: gateway) }
    let faults = await UnguardedDatabase.faults(of: gateway)
    guard let topics else { return "refused" }
    if failures == 0 && topics.count == 2 { return "unharmed" }
    return failures > 0 || !faults.isEmpty ? "reported" : "silent"
  }

  private func read(_ path: String) throws -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    try check("open", file)
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = Glibc.read(file, &bytes, bytes.count)
    try check("read", Int32(count))
    return Array(bytes[..<count])
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    try check("open", file)
    defer { close(file) }
    try check("write", Int32(Glibc.write(file, bytes, bytes.count)))
  }
}
