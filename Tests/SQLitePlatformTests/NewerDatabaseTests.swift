import Domain
import DomainTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import UVLoopTestSupport

@testable import SQLitePlatform

/// Databases with a migration that is not known here.
@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10)))
struct NewerDatabaseTests {
  private let directory = TemporaryDirectory()
  private var path: String { directory.file("topics.sqlite") }

  /// A name, the contents, and the time of the last write in seconds and nanoseconds.
  private struct File: Equatable {
    let name: String
    let contents: String?
    let time: [Int]
  }

  private func files() -> [File] {
    entries(of: directory.path).map { name in
      var status = stat()
      stat(directory.file(name), &status)
      return File(
        name: name, contents: contents(of: directory.file(name)),
        time: [status.st_mtim.tv_sec, status.st_mtim.tv_nsec])
    }
  }

  private func expectRefusal() async {
    let gateway = SQLiteGateway(path: path)
    let reason = "\(path) was written by a newer procon, which this one cannot read"
    await #expect(throws: TopicError.store(.unavailable(reason: reason))) {
      try await gateway.topics()
    }
    await #expect(throws: TopicError.store(.unavailable(reason: reason))) {
      try await gateway.update("ai", by: "ada") { _ in }
    }
    _ = await gateway.check()
    await gateway.close()
  }

  @Test(arguments: ["WAL", "DELETE"])
  func `a newer database is refused, and nothing is written`(mode: String) async throws {
    let gateway = SQLiteGateway(path: path) { [BuiltInTopic.board(at: GatewayContract.start)] }
    _ = try await gateway.topics()
    await gateway.close()
    try Database(path).execute(
      "INSERT INTO grdb_migrations VALUES ('1000'); PRAGMA journal_mode = \(mode)")
    let before = files()
    expect(before.map(\.name), equals: ["topics.sqlite"])
    await expectRefusal()
    expect(files(), equals: before, "it was written")
    try Database(path).execute("DELETE FROM grdb_migrations WHERE identifier = '1000'")
    expect(try await SQLiteGateway(path: path).topics().value.count, equals: 1)
  }

  @Test func `what is only in the log of a newer database stays there`() async throws {
    let gateway = SQLiteGateway(path: path) { [BuiltInTopic.board(at: GatewayContract.start)] }
    _ = try await gateway.topics()
    let newer = try Database(path)
    await gateway.close()
    try newer.execute("INSERT INTO grdb_migrations VALUES ('1000')")
    // As after a crash.
    newer.closeWithoutWriting()
    let before = files()
    expect(before.map(\.name), equals: ["topics.sqlite", "topics.sqlite-shm", "topics.sqlite-wal"])
    await expectRefusal()
    let after = files()
    expect(after.map(\.name), equals: before.map(\.name))
    // The index of the log may have changed: every reader writes it.
    for (old, new) in zip(before, after) where !old.name.hasSuffix("-shm") {
      expect(new, equals: old, "\(old.name)")
    }
  }
}
