import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// The log when standard error is the journal.
@Suite(.blocking) struct JournalTests {
  private let directory = TemporaryDirectory()

  @Test func `lines have the journal's priority and no timestamp`() throws {
    let socket = directory.file("procon.sock")
    let process = try start(["--socket", socket, "--idle-exit", "60"], stream: "%d:%i")
    _ = try Peer.connect(to: socket, waiting: .patience)
    try save("nonsense")
    process.signal(SIGHUP)
    try waitUntil("the mistake is logged") {
      process.standardError.contains("keeping the old configuration")
    }
    process.signal(SIGTERM)
    expect(try process.waitForEnd(), equals: .exited(0))
    let lines = process.standardError.split(separator: "\n")
    expect(lines.first, equals: "<6>listening on \(socket)")
    expect(lines.contains { $0.hasPrefix("<3>keeping the old configuration: ") })
    expect(lines.last, equals: "<6>ending: signal 15")
    expect(lines.allSatisfy { $0.hasPrefix("<6>") || $0.hasPrefix("<3>") })
  }

  @Test func `a startup error has a priority too`() throws {
    let process = try start(["--socket", directory.file("none/procon.sock")], stream: "%d:%i")
    expect(try process.waitForEnd(), equals: .exited(73))
    expect(
      process.standardError, equals: "<3>the directory \(directory.file("none")) does not exist\n")
  }

  @Test func `a message is one line, whatever it contains`() throws {
    let process = try start(["--socket", "/none\r\n<7>x\n\ny/procon.sock"], stream: "%d:%i")
    expect(try process.waitForEnd(), equals: .exited(73))
    expect(
      process.standardError, equals: #"<3>the directory /none\r\n<7>x\n\ny does not exist"# + "\n")
  }

  @Test(arguments: ["1%d:%i", "%d:1%i", "x"])
  func `a stream other than the journal's gets lines for people`(_ stream: String) throws {
    let socket = directory.file("procon.sock")
    let process = try start(["--socket", socket, "--idle-exit", "0"], stream: stream)
    expect(try process.waitForEnd(), equals: .exited(0))
    expect(process.standardError.prefixMatch(of: #/\d{4}-\d\d-\d\dT\S* info /#) != nil)
    expect(!process.standardError.contains("<6>"))
  }

  /// - Parameter stream: the value of JOURNAL_STREAM, in terms of stat(1) formats.
  private func start(_ arguments: [String], stream: String) throws -> ChildProcess {
    try save("{}")
    let script = "JOURNAL_STREAM=$(stat -L -c '\(stream)' /proc/self/fd/2) exec \"$@\""
    return try ChildProcess(
      "/bin/sh",
      ["-c", script, "sh", builtProgram("procond"), "--config", directory.file("procond.json")]
        + arguments)
  }

  private func save(_ text: String) throws {
    try write(text, to: directory.file("procond.json"))
  }
}
