import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import procondTestSupport

/// `subscribe` with `--every` or `--interval`, and how it reports what it cannot have.
@Suite(.blocking) struct EveryTests {
  private let user = TestUser()
  private let server: ScriptedServer

  init() throws {
    server = try ScriptedServer(at: user.directory.file("scripted.sock"))
  }

  private func client(_ words: String..., to socket: String? = nil) throws -> UserProcess {
    try user.start(
      "procon-client",
      ["subscribe", "shared.**", "--socket", socket ?? server.path] + words)
  }

  private static let lost = "procon-client: the daemon closed the connection; trying again\n"

  @Test(arguments: [
    ([], ""), (["--every"], #","mode":"every""#), (["--interval", "250"], #","interval":250"#),
    (["--interval", "60000"], #","interval":60000"#), (["--interval", "0"], ""),
  ])
  func `the options are sent, and the position after a lost connection`(
    words: [String], members: String
  ) throws {
    let client = try user.start(
      "procon-client", ["subscribe", "shared.**", "--socket", server.path] + words)
    let (first, parameters) = try server.acceptSubscriber(revision: 4, resumed: false)
    expect(parameters, equals: #"{"boxes":["shared.**"]\#(members)}"#)
    try first.notify("snapshot", #"{"revision":4,"boxes":{"shared.a":1}}"#)
    try first.notify("synced", #"{"epoch":"e1","revision":4}"#)
    try first.notify("change", #"{"revision":6,"boxes":{"shared.a":2}}"#)
    for value in 1...2 { expect(try client.nextLine(), equals: "shared.a\t\(value)") }
    first.close()
    let (second, again) = try server.acceptSubscriber(revision: 7, resumed: true)
    let since = #","since":{"epoch":"e1","revision":6}"#
    expect(again, equals: #"{"boxes":["shared.**"]\#(members)\#(since)}"#)
    try second.notify("change", #"{"revision":7,"boxes":{"shared.a":3}}"#)
    expect(try client.nextLine(), equals: "shared.a\t3")
    expect(client.errors, equals: Self.lost)
  }

  @Test func `a daemon that cannot resume is reported once, with the revisions`() throws {
    let client = try client("--every")
    try server.acceptSubscriber(#"{"shared.a":1}"#, revision: 4).close()
    let (half, _) = try server.acceptSubscriber(revision: 80, resumed: false)
    half.close()
    let connection = try server.acceptSubscriber(#"{"shared.a":2}"#, revision: 90)
    try client.wait { client.errors.contains("missed") && client.output.hasSuffix("2\n") }
    expect(
      client.errors,
      equals: Self.lost + """
        procon-client: changes between revision 4 and 90 may have been missed; the newest values \
        are shown

        """)
    expect(client.output, equals: "shared.a\t1\nshared.a\t2\n")
    try connection.notify("change", #"{"revision":91,"boxes":{"shared.a":3}}"#)
    try client.wait { client.output == "shared.a\t1\nshared.a\t2\nshared.a\t3\n" }
  }

  @Test func `a gap is reported once too`() throws {
    let client = try client("--every")
    let connection = try server.acceptSubscriber(#"{"shared.a":1,"shared.b":1}"#, revision: 4)
    try connection.notify("gap", #"{"from":5,"to":80}"#)
    try connection.notify("snapshot", #"{"revision":80,"boxes":{"shared.b":1}}"#)
    try connection.notify("synced", #"{"epoch":"e1","revision":81}"#)
    try client.wait { client.errors.contains("\n") }
    expect(
      client.errors,
      equals: """
        procon-client: changes between revision 4 and 81 may have been missed; the newest values \
        are shown

        """)
    expect(client.output, equals: "shared.a\t1\nshared.b\t1\nshared.a\t\n")
  }

  @Test func `a restarted daemon is reported once too`() throws {
    let client = try client("--every")
    try server.acceptSubscriber(#"{"shared.a":1}"#, revision: 4).close()
    let connection = try server.acceptSubscriber(#"{"shared.a":1}"#, epoch: "e2", revision: 90)
    try client.wait { client.errors.contains("missed") }
    expect(
      client.errors,
      equals: Self.lost + """
        procon-client: the daemon restarted: changes after revision 4 may have been missed; the \
        newest values are shown

        """)
    expect(client.output, equals: "shared.a\t1\n")
    withExtendedLifetime(connection) {}
  }

  @Test func `without --every, omissions are not reported`() throws {
    let client = try client()
    try server.acceptSubscriber(#"{"shared.a":1}"#, revision: 4).close()
    let connection = try server.acceptSubscriber(#"{"shared.a":2}"#, revision: 90)
    for value in 1...2 { expect(try client.nextLine(), equals: "shared.a\t\(value)") }
    try connection.notify("gap", #"{"from":91,"to":95}"#)
    try connection.notify("snapshot", #"{"revision":95,"boxes":{"shared.a":3}}"#)
    try connection.notify("synced", #"{"epoch":"e1","revision":95}"#)
    expect(try client.nextLine(), equals: "shared.a\t3")
    expect(client.errors, equals: Self.lost)
  }

  @Test func `a daemon that remembers too few changes is reported by its messages`() throws {
    let daemon = try DaemonInProcess()
    let peer = try daemon.connect()
    try peer.call("set", #"{"box":"shared.a","value":1}"#)
    let proxy = try CuttingProxy(at: user.directory.file("proxy.sock"), to: daemon.socket)
    let client = try client("--every", to: proxy.path)
    try proxy.accept()
    try proxy.pass(until: #""synced""#)
    expect(try client.nextLine(), equals: "shared.a\t1")
    let from = try peer.revision()
    proxy.cut()
    // More than the daemon remembers.
    let text = String(repeating: "x", count: 1_000_000)
    for number in 1...10 {
      try peer.call("set", #"{"box":"shared.big","value":"\#(text)\#(number)"}"#)
    }
    try peer.call("delete", #"{"box":"shared.big"}"#)
    try peer.call("set", #"{"box":"shared.a","value":2}"#)
    try proxy.accept()
    try proxy.pass(until: #""synced""#)
    expect(try client.nextLine(), equals: "shared.a\t2")
    try client.wait { client.errors.contains("missed") }
    expect(
      client.errors.contains("between revision \(from) and \(from + 12) may have been missed"))
    try peer.call("set", #"{"box":"shared.a","value":3}"#)
    try proxy.pass(until: #""shared.a":3"#)
    expect(try client.nextLine(), equals: "shared.a\t3")
  }

  @Test func `json includes the daemon's merged count`() throws {
    let client = try client("--format", "json")
    let connection = try server.acceptSubscriber(#"{"shared.a":1}"#)
    let merged = #"{"revision":9,"boxes":{"shared.a":2},"merged":5}"#
    try connection.notify("change", merged)
    expect(try client.nextLine(), equals: #"{"revision":1,"boxes":{"shared.a":1}}"#)
    expect(try client.nextLine(), equals: merged)
  }

  @Test func `on a terminal, --every shows lines instead of a board`() throws {
    let terminal = try PseudoTerminal()
    let client = try user.client(
      "subscribe", "--every", "--socket", server.path, input: .terminal,
      output: .terminal(terminal))
    try server.showTopic()
    let (connection, parameters) = try server.acceptSubscriber(revision: 1, resumed: false)
    expect(parameters, equals: #"{"boxes":["topics.ai.**"],"mode":"every"}"#)
    try connection.notify("snapshot", #"{"revision":1,"boxes":{"topics.ai.x":1}}"#)
    try client.wait { terminal.screen.contains("topics.ai.x") }
    expect(!terminal.screen.isAlternate)
  }
}
