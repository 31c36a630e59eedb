import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// A connection that is lost right behind an answer: a client that reads both at once notices both.
@Suite(.blocking) struct LossBehindAnswerTests {
  private let user = TestUser()
  private let server: ScriptedServer

  init() throws {
    server = try ScriptedServer(at: user.directory.file("scripted.sock"))
  }

  private func answer(_ request: JSONText, _ result: String = "{}") throws -> String {
    #"{"jsonrpc":"2.0","id":\#(try require(request["id"])),"result":\#(result)}"#
  }

  /// The line that ends a connection. It is sent in one write with an answer, so that both are read at
  /// once.
  private static let goodbye =
    #"{"jsonrpc":"2.0","method":"bye","params":{"reason":"shutdown","retryAfter":0}}"#

  // MARK: lock

  /// Answers the request that sets the box.
  private func grant(_ connection: ScriptedConnection, then rest: String = "") throws {
    let request = try connection.next()
    expect(request["method"]?.string, equals: "set")
    expect(request["params", "box"]?.string, equals: "shared.l")
    try connection.send(try answer(request, #"{"revision":1}"#) + rest)
  }

  @Test func `a lock is set again, however often it is lost behind the answer`() throws {
    let gate = user.directory.file("gate")
    let lock = try user.client(
      "lock", "shared.l", "--ttl", "1h", "--socket", server.path, "--", "sh", "-c",
      "until [ -e \(gate) ]; do sleep 0.05; done")
    for _ in 1...3 {
      let connection = try server.accept()
      try connection.greet()
      try grant(connection, then: "\n\(Self.goodbye)")
      connection.close()
    }
    let connection = try server.accept()
    try connection.greet()
    try grant(connection)
    try write("", to: gate)
    let request = try connection.next()
    expect(request["method"]?.string, equals: "delete")
    try connection.send(try answer(request))
    expect(try lock.waitForEnd(), equals: .exited(0))
    expect(lock.errors, equals: "")
  }

  // MARK: session

  /// Answers all requests up to the description of the scene, which is the last of them.
  private func show(
    _ title: String, _ connection: ScriptedConnection, then rest: String = ""
  ) throws {
    try connection.greet()
    while true {
      let request = try connection.next()
      switch request["method"]?.string {
      case "subscribe":
        let boxes =
          #"{"session.route":{"stack":[{"scene":"hall","title":"\#(title)","boxes":[]}]}}"#
        try connection.send(
          try answer(request, #"{"epoch":"e1","revision":1,"resumed":false}"#))
        try connection.notify("snapshot", #"{"revision":1,"boxes":\#(boxes)}"#)
        try connection.notify("synced", #"{"epoch":"e1","revision":1}"#)
      case "rpc.discover":
        return try connection.send(
          try answer(request, #"{"openrpc":"1.2.6","methods":[]}"#) + rest)
      default:
        try connection.send(try answer(request))
      }
    }
  }

  @Test func `a session is resumed, however often it is lost behind the answer`() throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let client = try user.start(
      "procon-client", ["session", "--socket", server.path], input: .terminal,
      output: .terminal(terminal))
    for number in 1...3 {
      let connection = try server.accept()
      try show("Hall \(number)", connection, then: "\n\(Self.goodbye)")
      connection.close()
    }
    let connection = try server.accept()
    try show("The last hall", connection)
    try client.wait { terminal.screen.contains("The last hall") }
    withExtendedLifetime(connection) {}
  }
}
