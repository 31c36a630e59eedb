import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// The client with a server that breaks off, or that is not a procond.
@Suite(.blocking) struct LostConnectionTests {
  private let user = TestUser()
  private let server: ScriptedServer

  init() throws {
    server = try ScriptedServer(at: user.directory.file("scripted.sock"))
  }

  private static let commands = reading + changing

  private static let reading = [
    ["ping"], ["get", "shared.a"], ["status"], ["describe"], ["call", "ping"],
    // It first looks up the arguments.
    ["remove", "pro", "x"],
  ]

  private static let changing = [
    ["set", "shared.a", "1"], ["delete", "shared.a"], ["add", "pro", "x"], ["remove", "pro", "1"],
    ["call", "a.b", "--yes"],
  ]

  private func client(_ words: [String]) throws -> UserProcess {
    try user.start("procon-client", words + ["--socket", server.path])
  }

  /// - Parameter request: the request that is not answered.
  /// - Returns: the error messages.
  private func loseConnection(of command: [String], at request: Int = 1) throws -> String {
    let client = try client(command)
    let connection = try server.accept()
    try connection.greet()
    for _ in 1..<request { try server.showTopic(try connection.next(), over: connection) }
    _ = try connection.next()
    connection.close()
    expect(try client.waitForEnd(), equals: .exited(75))
    expect(client.output, equals: "")
    return client.errors
  }

  @Test(arguments: changing)
  func `a lost request that may have changed something ends with 75`(
    command: [String]
  ) throws {
    // These first ask which topic is meant.
    let request = ["add", "remove"].contains(command[0]) ? 2 : 1
    expect(
      try loseConnection(of: command, at: request),
      equals: """
        procon-client: the connection was lost: the daemon closed the connection; see what was done \
        with 'procon-client get', then try again

        """)
  }

  @Test(arguments: reading)
  func `after a lost read-only request there is nothing to check`(
    command: [String]
  ) throws {
    expect(
      try loseConnection(of: command),
      equals: """
        procon-client: the connection was lost: the daemon closed the connection; try again

        """)
  }

  @Test func `bye instead of an answer ends the client with 75`() throws {
    let client = try client(["ping"])
    let connection = try server.accept()
    try connection.greet()
    _ = try connection.next()
    try connection.notify("bye", #"{"reason":"shutdown","retryAfter":500}"#)
    expect(try client.waitForEnd(), equals: .exited(75))
    expect(client.errors.contains("the daemon said goodbye (shutdown)"))
  }

  @Test(arguments: [["ping"], ["subscribe"], ["subscribe", "--once"]])
  func `a server with another protocol version is refused`(command: [String]) throws {
    let client = try client(command)
    let connection = try server.accept()
    try connection.greet(version: 2)
    expect(try client.waitForEnd(), equals: .exited(69))
    expect(
      client.errors,
      equals: """
        procon-client: the daemon speaks version 2 of the protocol, not 1; install matching \
        versions of procond and its clients

        """)
  }

  @Test(arguments: [
    "220 mail.example.org ESMTP\u{1B}[2J", "7", "{}", #"{"method":"welcome","params":{}}"#,
    #"{"id":1,"result":{"revision":1}}"#,
  ])
  func `a server that does not greet first is not a procond`(line: String) throws {
    for command in [["ping"], ["subscribe"], ["subscribe", "--once"]] {
      let client = try client(command)
      let connection = try server.accept()
      try connection.send(line)
      expect(try client.waitForEnd(), equals: .exited(69))
      expect(
        client.errors,
        equals: """
          procon-client: \(server.path) is not a procond socket; name another socket with --socket

          """)
    }
  }

  @Test func `a subscriber that finds something else in place of the daemon ends`() throws {
    let client = try client(["subscribe", "shared.**"])
    let first = try server.acceptSubscriber(#"{"shared.a":1}"#)
    expect(try client.nextLine(), equals: "shared.a\t1")
    first.close()
    try server.accept().send("220 mail.example.org ESMTP")
    expect(try client.waitForEnd(), equals: .exited(69))
    expect(
      client.errors.hasSuffix(" is not a procond socket; name another socket with --socket\n"))
  }

  @Test(arguments: [true, false])
  func `a full daemon is retried until it has room`(greets: Bool) throws {
    let client = try client(["ping"])
    for _ in 1...3 {
      let connection = try server.accept()
      let hello = #"{"jsonrpc":"2.0","method":"hello","params":{"protocol":1,"server":"s","#
      let rest = #""epoch":"e","revision":1}}"#
      let bye = #"{"jsonrpc":"2.0","method":"bye","params":{"reason":"limit","retryAfter":5}}"#
      try connection.send(greets ? "\(hello)\(rest)\n\(bye)" : bye)
      connection.close()
    }
    let connection = try server.accept()
    try connection.greet()
    _ = try connection.next()
    try connection.send(#"{"id":1,"result":{"revision":1}}"#)
    expect(try client.waitForEnd(), equals: .exited(0))
    expect(client.output, equals: "{\"revision\":1}\n")
    expect(client.errors, equals: "")
  }

  @Test(arguments: [["ping"], ["subscribe"], ["subscribe", "--once"]])
  func `a daemon that stays full is reported`(command: [String]) throws {
    let client = try client(command)
    let connection = try server.accept()
    // Longer than the client waits.
    try connection.notify("bye", #"{"reason":"limit","retryAfter":60000}"#)
    expect(try client.waitForEnd(), equals: .exited(69))
    expect(client.errors, equals: "procon-client: the daemon is full; try again\n")
  }

  @Test(arguments: commands)
  func `for a request that was not sent, the client does not advise to check`(
    command: [String]
  ) throws {
    let silent = try client(command)
    try server.accept().close()
    expect(try silent.waitForEnd(), equals: .exited(75))
    expect(
      silent.errors,
      equals: """
        procon-client: the daemon closed the connection before the request was sent; try again

        """)
    let polite = try client(command)
    try server.accept().notify("bye", #"{"reason":"shutdown"}"#)
    expect(try polite.waitForEnd(), equals: .exited(75))
    expect(
      polite.errors,
      equals: """
        procon-client: the daemon said goodbye (shutdown) before the request was sent; try again

        """)
  }

  @Test func `a refused subscription ends with 65`() throws {
    let client = try client(["subscribe", "shared.**"])
    let connection = try server.accept()
    try connection.greet()
    let id = try require(try connection.next()["id"])
    try connection.send(#"{"id":\#(id),"error":{"code":-32003,"message":"not for you"}}"#)
    expect(try client.waitForEnd(), equals: .exited(65))
    expect(
      client.errors,
      equals: """
        procon-client: refused: not for you; ask the administrator of the daemon (-32003)

        """)
  }
}
