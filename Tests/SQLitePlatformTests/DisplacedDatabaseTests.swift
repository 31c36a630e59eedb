import Domain
import DomainTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import UVLoopTestSupport

@testable import SQLitePlatform

/// Databases whose files are removed or replaced while they are open, or before they are opened
/// again.
@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10)))
struct DisplacedDatabaseTests {
  private let directory = TemporaryDirectory()
  private let now = GatewayContract.later
  private var path: String { directory.file("topics.sqlite") }
  private var mark: String { directory.file("mark") }

  private func gateway() -> SQLiteGateway {
    SQLiteGateway(path: path, mark: DatabaseMark(mark, name: "topics.sqlite")) {
      [BuiltInTopic.board(at: GatewayContract.start)]
    }
  }

  private func weigh(_ weight: Int, in gateway: SQLiteGateway) async throws -> Board {
    try await GatewayContract.update("ai", in: gateway) { [now] board throws(BoardError) in
      try board.change(.pro, id: "1", weight: weight, by: "ada", at: now)
    }.board
  }

  private func expectRefusal(in gateway: SQLiteGateway, naming file: String) async {
    await #expect {
      _ = try await weigh(5, in: gateway)
    } throws: { error in
      guard case .store(.unavailable(let reason)) = error as? BoardError else { return false }
      return reason.hasPrefix("\(file) was removed or replaced, so nothing can be changed")
    }
  }

  private func fault(of gateway: SQLiteGateway) async -> String? {
    await UnguardedDatabase.faults(of: gateway).first
  }

  /// Returns the board in a copy of a file without the files that belong to it, which is what is
  /// left after a crash.
  private func board(in file: String) async throws -> Board {
    try copy(file, to: directory.file("copy.sqlite"))
    let gateway = SQLiteGateway(path: directory.file("copy.sqlite"))
    let board = try await gateway.board(of: "ai").value
    await gateway.close()
    return board
  }

  private func copy(_ file: String, to place: String) throws {
    let process = try ChildProcess("/usr/bin/env", ["cp", file, place])
    expect(try process.waitForEnd(), equals: .exited(0), "\(process.standardError)")
  }

  @Test(arguments: ["", "-wal", "-shm"])
  func `without one of its files, a database is read and not changed until it is back`(
    ending: String
  ) async throws {
    let gateway = gateway()
    _ = try await gateway.topics()
    let board = try await weigh(3, in: gateway)
    let (file, away) = (path + ending, directory.file("away"))
    expect(rename(file, away), equals: 0)
    await gateway.check()
    expect(await fault(of: gateway)?.hasPrefix("\(file) was removed or replaced, "), equals: true)
    await expectRefusal(in: gateway, naming: file)
    expect(try await gateway.board(of: "ai").value, equals: board)
    expect(try await gateway.topics().value, equals: [board.overview])
    // Nothing was put in its place, not by a reload either unless there is a database.
    if ending == "" { await gateway.reopen() }
    expect(access(file, F_OK) != 0)
    expect(try await self.board(in: ending == "" ? away : path), equals: board)
    await expectRefusal(in: gateway, naming: file)
    expect(rename(away, file), equals: 0)
    expect(try await weigh(4, in: gateway).pros.arguments[0].weight, equals: 4)
    expect(await fault(of: gateway) == nil)
    await gateway.close()
    expect(try await self.board(in: path).pros.arguments[0].weight, equals: 4)
  }

  @Test func `a removed log loses nothing if the daemon ends, or uses what is there`() async throws
  {
    for isEnd in [true, false] {
      let gateway = gateway()
      let board = try await weigh(isEnd ? 2 : 3, in: gateway)
      for ending in ["-wal", "-shm"] { unlink(path + ending) }
      if isEnd {
        await gateway.close()
        expect(try await self.board(in: path), equals: board)
      } else {
        await gateway.reopen()
        expect(try await gateway.board(of: "ai").value, equals: board)
        expect(try await weigh(4, in: gateway).pros.arguments[0].weight, equals: 4)
        expect(await fault(of: gateway) == nil)
        await gateway.close()
      }
    }
  }

  @Test func `a log of another program is not overwritten, and not removed`() async throws {
    let gateway = gateway()
    let board = try await weigh(3, in: gateway)
    try copy(path, to: directory.file("before"))
    for ending in ["-wal", "-shm"] {
      try write("theirs", to: directory.file("new"))
      expect(rename(directory.file("new"), path + ending), equals: 0)
    }
    await gateway.check()
    await expectRefusal(in: gateway, naming: "\(path)-wal")
    expect(try await gateway.board(of: "ai").value, equals: board)
    await gateway.close()
    expect(contents(of: path), equals: contents(of: directory.file("before")))
    for ending in ["-wal", "-shm"] { expect(contents(of: path + ending), equals: "theirs") }
  }

  @Test func `a replaced database is used when it is opened again`() async throws {
    let gateway = gateway()
    let copy = SQLiteGateway(path: directory.file("copy.sqlite"))
    _ = try await copy.add(by: "ada") { [now] taken throws(TopicError) in
      try Topic(title: "Copy", by: "ada", at: now, taken: taken)
    }
    await copy.close()
    let board = try await weigh(3, in: gateway)
    expect(link(path, directory.file("old.sqlite")), equals: 0)
    expect(rename(directory.file("copy.sqlite"), path), equals: 0)
    await gateway.check()
    await expectRefusal(in: gateway, naming: path)
    expect(try await gateway.board(of: "ai").value, equals: board)
    // The old log must not be applied to the new database, even if the daemon is killed now.
    expect(contents(of: "\(path)-wal"), equals: "")
    expect(try await self.board(in: directory.file("old.sqlite")), equals: board)

    var reports = StoreReports(gateway)
    await gateway.reopen()
    expect(try await reports.nextChange(), equals: .unknown)
    expect(try await gateway.topics().value.map(\.topic.title), equals: ["Copy"])
    expect(await fault(of: gateway) == nil)
    await gateway.close()
    expect(try await self.gateway().topics().value.map(\.topic.title), equals: ["Copy"])
  }

  // MARK: At the next start

  @Test func `a database that is missing at a start is not replaced by a new one`() async throws {
    let first = gateway()
    let board = try await weigh(3, in: first)
    await first.close()
    expect(contents(of: mark), equals: "topics.sqlite\n")
    expect(rename(path, directory.file("away")), equals: 0)
    let gateway = gateway()
    let reason = "\(path) is missing; put it back, or remove \(mark) to begin a new one"
    for _ in 0..<2 {
      await #expect(throws: TopicError.store(.unavailable(reason: reason))) {
        try await gateway.topics()
      }
    }
    expect(entries(of: directory.path), equals: ["away", "mark"])
    expect(rename(directory.file("away"), path), equals: 0)
    expect(await gateway.check())
    expect(try await gateway.board(of: "ai").value, equals: board)
    await gateway.close()
  }

  @Test func `a missing database is created again once its mark is removed`() async throws {
    let first = gateway()
    _ = try await first.remove("ai")
    await first.close()
    unlink(path)
    let gateway = gateway()
    await #expect(throws: TopicError.self) { try await gateway.topics() }
    unlink(mark)
    expect(await gateway.check())
    expect(try await gateway.topics().value.map(\.id), equals: ["ai"])
    expect(contents(of: mark), equals: "topics.sqlite\n")
  }

  @Test func `the mark of a database of another name does not count`() async throws {
    try write("other.sqlite\n", to: mark)
    expect(try await gateway().topics().value.map(\.id), equals: ["ai"])
    expect(contents(of: mark), equals: "topics.sqlite\n")
  }

  @Test func `an empty file is not taken for a database that existed`() async throws {
    let first = gateway()
    _ = try await first.topics()
    await first.close()
    try write("", to: path)
    let gateway = gateway()
    await #expect {
      try await gateway.topics()
    } throws: { error in
      guard case .store(.damaged(let place)) = error as? TopicError else { return false }
      return place.hasPrefix("\(path): it is empty; ")
    }
    expect(contents(of: path), equals: "")
  }

  @Test func `a log without its database is not thrown away`() async throws {
    try write("changes", to: "\(path)-wal")
    await #expect {
      try await gateway().topics()
    } throws: { error in
      guard case .store(.unavailable(let reason)) = error as? TopicError else { return false }
      return reason.hasPrefix("\(path) is missing, but its changes are in \(path)-wal; ")
    }
    expect(entries(of: directory.path), equals: ["topics.sqlite-wal"])
    expect(contents(of: "\(path)-wal"), equals: "changes")
  }
}
