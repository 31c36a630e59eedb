import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// Failures in boxes, from a server that reports them.
@Suite(.blocking) struct AlertTests {
  private let user = TestUser()
  private let server: ScriptedServer
  private let terminal: PseudoTerminal

  init() throws {
    server = try ScriptedServer(at: user.directory.file("scripted.sock"))
    terminal = try PseudoTerminal()
  }

  private static let summary =
    #""topics.ai.summary":{"title":"A","pros":0,"cons":0,"score":0,"leaning":"even","prosText":"0 pros","#
    + #""consText":"0 cons","scoreText":"0","leaningText":"even","#
    + #""line":"0 pros · 0 cons · score 0 · even","created":"","updated":""}"#

  private static func failure(_ message: String, on side: String = "pros") -> String {
    #""topics.ai.\#(side).isErrorFree":{"status":false,"message":\#(message)}"#
  }

  private static let success = #""topics.ai.pros.isErrorFree":{"status":true,"message":null}"#

  private func board(_ boxes: String) throws -> (UserProcess, ScriptedConnection) {
    let client = try user.client(
      "subscribe", "--socket", server.path, input: .terminal, output: .terminal(terminal))
    try server.showTopic()
    let connection = try server.acceptSubscriber("{\(boxes)}")
    return (client, connection)
  }

  private func change(_ connection: ScriptedConnection, _ boxes: String) throws {
    try connection.notify("change", #"{"revision":2,"boxes":{\#(boxes)}}"#)
  }

  @Test func `a failure is shown in red on the board until the next success`() throws {
    let (client, connection) = try board("\(Self.summary),\(Self.success)")
    try client.wait { terminal.screen.contains("score 0") }
    expect(!terminal.screen.contains("Alert"))
    try change(connection, Self.failure(#""the store is full""#))
    try client.wait { terminal.screen.contains("Alert: the store is full") }
    expect(terminal.screen.style(of: "Alert: the store is full"), equals: "1;31")
    expect(terminal.screen.style(of: "the store is full"), equals: "1;31")
    try change(connection, Self.success)
    try client.wait { !terminal.screen.contains("Alert") }
    expect(client.end == nil)
  }

  @Test func `a failure from before the client subscribed is shown too`() throws {
    let (client, connection) = try board(
      [
        Self.summary, Self.failure(#""No pros found""#),
        Self.failure(#""No cons found""#, on: "cons"),
      ].joined(separator: ","))
    try client.wait { terminal.screen.contains("Alert: No pros found") }
    expect(terminal.screen.contains("Alert: No cons found"))
    withExtendedLifetime(connection) {}
  }

  @Test func `a failure without a message is shown as an alert without one`() throws {
    let (client, connection) = try board("\(Self.summary),\(Self.failure("null"))")
    try client.wait { terminal.screen.lines.contains("Alert:") }
    withExtendedLifetime(connection) {}
  }

  @Test func `a long message is wrapped, and a small window hides no alert`() throws {
    try terminal.resize(columns: 40, rows: 6)
    let message = "the disk on which the topics are stored is full and nothing was saved"
    let (client, connection) = try board("\(Self.summary),\(Self.failure("\"\(message)\""))")
    try client.wait { terminal.screen.contains("Alert: the disk on which the topics are") }
    expect(terminal.screen.contains("       stored is full and nothing was"))
    expect(terminal.screen.contains("       saved"))
    withExtendedLifetime(connection) {}
  }

  @Test(arguments: ["lines", "json", "value"])
  func `in a pipe an alert is printed to standard error`(format: String) throws {
    let client = try user.client(
      "subscribe", "topics.**", "--format", format, "--socket", server.path)
    let connection = try server.acceptSubscriber("{\(Self.failure(#""No pros found""#))}")
    try client.wait { client.errors == "Alert: No pros found\n" }
    try change(connection, Self.success)
    try change(connection, Self.failure("null"))
    try client.wait { client.errors == "Alert: No pros found\nAlert: \n" }
    try client.wait { client.output.split(separator: "\n").count == 3 }
  }

  @Test func `on a terminal an alert between lines is red`() throws {
    let client = try user.client(
      "subscribe", "topics.**", "--format", "lines", "--socket", server.path,
      output: .terminal(terminal))
    let connection = try server.acceptSubscriber("{\(Self.failure(#""No pros found""#))}")
    try client.wait { terminal.screen.contains("Alert: No pros found") }
    expect(terminal.screen.style(of: "Alert"), equals: "31")
    withExtendedLifetime(connection) {}
  }

  @Test func `get prints an alert too`() throws {
    let client = try user.client("get", "topics.**", "--socket", server.path)
    let connection = try server.accept()
    try connection.greet()
    _ = try connection.next()
    try connection.send(
      #"{"id":1,"result":{"epoch":"e","revision":1,"boxes":{\#(Self.failure(#""x""#))}}}"#)
    expect(try client.waitForEnd(), equals: .exited(0))
    expect(client.errors, equals: "Alert: x\n")
    expect(
      client.output, equals: "topics.ai.pros.isErrorFree\t{\"status\":false,\"message\":\"x\"}\n")
  }
}
