import Expectations
import Glibc
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10))) struct FileWatcherTests {
  private let directory = TemporaryDirectory()

  @LoopActor
  @Test func `events of a file in a directory are reported with its name`() async throws {
    let (names, report) = AsyncStream.makeStream(of: String?.self)
    let watcher = try FileWatcher(directory.path) { report.yield($0) }
    try write("a", to: directory.file("one"))
    var iterator = names.makeAsyncIterator()
    expect(await iterator.next(isolation: LoopActor.shared), equals: "one")
    try write("b", to: directory.file("two"))
    while let name = await iterator.next(isolation: LoopActor.shared), name != "two" { continue }
    unlink(directory.file("two"))
    expect(await iterator.next(isolation: LoopActor.shared) != nil)
    watcher.close()
    watcher.close()
  }

  @LoopActor
  @Test func `nothing is reported after close`() async throws {
    var reports = 0
    let watcher = try FileWatcher(directory.path) { _ in reports += 1 }
    watcher.close()
    let (names, report) = AsyncStream.makeStream(of: String?.self)
    let other = try FileWatcher(directory.path) { report.yield($0) }
    try write("a", to: directory.file("one"))
    var iterator = names.makeAsyncIterator()
    expect(await iterator.next(isolation: LoopActor.shared), equals: "one")
    expect(reports, equals: 0)
    other.close()
  }

  @LoopActor
  @Test func `a missing directory cannot be watched`() {
    #expect(throws: LoopError(operation: "watch", code: ENOENT)) {
      try FileWatcher(directory.file("none")) { _ in }
    }
  }
}
