import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

/// Words of a command line that are repeated in an error are truncated and shown on one line.
@Suite(.blocking) struct LongNameTests {
  private static let name = String(repeating: "x", count: 5000)
  private static let path = (1...9).map { String(repeating: "\($0)", count: 60) }.joined(
    separator: ".")

  private let user = TestUser()

  /// Expects an error that leaves out part of the name.
  private func expectShort(_ errors: String, lines count: Int = 1) {
    let lines = errors.split(separator: "\n")
    expect(lines.count, equals: count, "\(errors)")
    for line in lines {
      expect(line.contains("…"))
      expect(line.count < 400, "\(line)")
    }
  }

  private static let wrong: [[String]] = [
    [name], ["help", name], ["get", "a.b", "--" + name], ["get", "a b" + name],
    ["get", "--format", name], ["get", "--format=" + name], ["get", "--format", "{" + name],
    ["call", "a.b", name], ["call", "a.b", name + "=1", name + "=2"], ["add", name, "x"],
    ["add", "pro", "x", "--weight", name], ["status", "--format", name], ["wait", name, "1"],
    ["ping", name],
  ]

  @Test(arguments: wrong)
  func `a wrong word`(words: [String]) throws {
    let client = try user.start("procon-client", words)
    expect(try client.waitForEnd(), equals: .exited(64))
    expectShort(client.errors)
  }

  @Test func `a word with line ends and control characters`() throws {
    for words in [["ge\nt\u{1B}[2J"], ["get", "a\n\u{1B}[2Jb"], ["get", "a", "--x\ny\u{1B}"]] {
      let client = try user.start("procon-client", words)
      expect(try client.waitForEnd(), equals: .exited(64))
      expect(client.errors.contains("\u{FFFD}"))
      expect(!client.errors.contains("\u{1B}"))
      expect(client.errors.contains("--help'\n"))
      expect(client.errors.split(separator: "\n").count, equals: 1, "\(client.errors)")
    }
  }

  @Test func `a socket with a long name`() throws {
    let client = try user.client("ping", "--socket", "/\(Self.name)")
    expect(try client.waitForEnd(), equals: .exited(69))
    expectShort(client.errors)
    let status = try user.client("status", "--socket", "/none\u{1B}[2J\n")
    expect(try status.waitForEnd(), equals: .exited(3))
    expect(status.output.hasPrefix("not running: no daemon listens at /none\u{FFFD}[2J\u{FFFD};"))
  }

  private static let missing: [(words: [String], status: Int32)] = [
    (["remove", "pro", name], 4), (["subscribe", path, "--once"], 0),
    (["describe", path + ".*"], 0), (["get", "--format", "{" + path + "}"], 0),
    (["get", "--format", "{daemon.info." + name + "}"], 0),
  ]

  @Test(arguments: missing)
  func `a name that does not exist`(words: [String], status: Int32) throws {
    let daemon = try DaemonInProcess()
    let client = try user.start("procon-client", words + ["--socket", daemon.socket])
    expect(try client.waitForEnd(), equals: .exited(status))
    expectShort(client.errors)
  }

  @Test func `a name that does not appear`() throws {
    let daemon = try DaemonInProcess()
    let client = try user.client(
      "wait", Self.path, "1", "--timeout", "2", "--socket", daemon.socket)
    expect(try client.waitForEnd(), equals: .exited(124))
    expectShort(client.errors, lines: 2)
  }

  @Test func `a command that cannot be run`() throws {
    let daemon = try DaemonInProcess()
    let client = try user.client(
      "watch-exec", "daemon.info", "--initial", "--socket", daemon.socket, "--",
      String(Self.name.prefix(200)))
    expect(try client.waitForEnd(), equals: .exited(127))
    expectShort(client.errors)
  }
}
