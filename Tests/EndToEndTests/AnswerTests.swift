import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// The client waits for an answer for the time set by `--timeout`.
@Suite(.blocking) struct AnswerTests {
  private let user = TestUser()
  private let server: ScriptedServer

  init() throws {
    server = try ScriptedServer(at: user.directory.file("scripted.sock"))
  }

  private func client(_ words: [String]) throws -> UserProcess {
    try user.start("procon-client", words + ["--socket", server.path])
  }

  private var notice: String {
    "procon-client: the daemon at \(server.path) has not answered 'get' yet; waiting for it\n"
  }

  @Test(arguments: [
    ["ping"], ["get", "shared.a"], ["get", "--format", "{shared.a}"], ["status"], ["describe"],
    ["remove", "pro", "x"], ["call", "get", #"boxes=["a"]"#], ["subscribe", "shared.a", "--once"],
  ])
  func `a read-only request without an answer in time ends with 69`(words: [String]) throws {
    let client = try client(words + ["--timeout", "0.25"])
    let connection = try server.accept()
    try connection.greet()
    _ = try connection.next()
    expect(try client.waitForEnd(), equals: .exited(69))
    expect(client.output, equals: "")
    expect(
      client.errors,
      equals: """
        procon-client: the daemon at \(server.path) has not answered for 0.25 s; try again, or give \
        it more time with --timeout

        """)
    // Nothing but the request was sent.
    #expect(throws: PeerError.self) { try connection.next() }
  }

  @Test(arguments: [
    ["set", "shared.a", "1"], ["delete", "shared.a"], ["call", "a.b", "--yes"],
    ["new", "Cats"],
  ])
  func `a request that may have changed something advises to check`(words: [String]) throws {
    let client = try client(words + ["--timeout", "0.25"])
    let connection = try server.accept()
    try connection.greet()
    expect(try client.waitForEnd(), equals: .exited(69))
    expect(
      client.errors,
      equals: """
        procon-client: the daemon at \(server.path) has not answered for 0.25 s; see what was done \
        with 'procon-client get', then try again, or give it more time with --timeout

        """)
    withExtendedLifetime(connection) {}
  }

  @Test func `without --timeout, the client waits for 10 s and prints a notice after one`()
    async throws
  {
    // On its own thread, because it takes that long.
    try await onOwnThread {
      let tests = try AnswerTests()
      let client = try tests.client(["get", "shared.a"])
      let connection = try tests.server.accept()
      try connection.greet()
      try client.wait { client.errors.contains("\n") }
      expect(client.errors, equals: tests.notice)
      expect(try client.waitForEnd(), equals: .exited(69))
      expect(client.errors.hasPrefix("\(tests.notice)procon-client: the daemon at "))
      expect(client.errors.contains(" has not answered for 10 s; try again, "))
      withExtendedLifetime(connection) {}
    }
  }

  @Test func `a late answer is accepted`() throws {
    let client = try client(["get", "shared.a"])
    let connection = try server.accept()
    try connection.greet()
    let id = try require(try connection.next()["id"])
    try client.wait { client.errors.contains("\n") }
    try connection.send(#"{"id":\#(id),"result":{"boxes":{"shared.a":1}}}"#)
    expect(try client.waitForEnd(), equals: .exited(0))
    expect(client.output, equals: "shared.a\t1\n")
    expect(client.errors, equals: notice)
  }

  @Test(arguments: [
    ["call", "a.b", "--yes"], ["new", "x"],
  ])
  func `the client waits for an intent as long as pings are answered`(words: [String]) throws {
    let client = try client(words + ["--timeout", "2"])
    let connection = try server.accept()
    try connection.greet()
    let id = try require(try connection.next()["id"])
    // The client sends a ping each second.
    for _ in 1...3 { try connection.answerPing() }
    try connection.send(#"{"id":\#(id),"result":{"revision":7}}"#)
    expect(try client.waitForEnd(), equals: .exited(0))
    expect(client.output, equals: "{\"revision\":7}\n")
  }

  @Test func `call fails when the daemon stops answering pings`() throws {
    let client = try client(["call", "a.b", "--yes", "--timeout", "1"])
    let connection = try server.accept()
    try connection.greet()
    _ = try connection.next()
    try connection.answerPing()
    expect(try client.waitForEnd(), equals: .exited(69))
    expect(client.errors.contains(" has not answered for 1 s; see what was done "))
  }

  @Test func `the client does not wait for a suspended daemon`() throws {
    let daemon = try DaemonProcess()
    daemon.process.signal(SIGSTOP)
    let ping = try user.client("ping", "--socket", daemon.socket)
    expect(try ping.waitForEnd(), equals: .exited(69))
    expect(ping.errors.contains("no daemon greets at \(daemon.socket) within 5 s"))
  }

  @Test func `the client does not wait for a daemon that is suspended during output`() throws {
    let daemon = try DaemonProcess()
    let peer = try daemon.connect()
    let text = String(repeating: "x", count: 1_000_000)
    for number in 1...8 {
      try peer.call("set", #"{"box":"shared.b\#(number)","value":"\#(text)"}"#)
    }
    // The client reads only what fits its output, which nobody reads.
    let client = try user.start(
      "procon-client",
      ["subscribe", "shared.**", "--once", "--timeout", "1", "--socket", daemon.socket],
      output: .unreadPipe)
    try peer.call("subscribe", #"{"boxes":["daemon.stats"]}"#)
    let deadline = Deadline()
    while try peer.next()["params", "boxes"]?["daemon.stats", "subscribers"]?.integer ?? 0 < 2 {
      try require(!deadline.hasPassed)
    }
    daemon.process.signal(SIGSTOP)
    expect(try client.waitForEnd(), equals: .exited(69))
    expect(client.errors.contains(" has not answered for 1 s; try again, or "))
  }

  @Test(arguments: [
    ["get", "shared.a", "--timeout", "0"], ["ping", "--timeout", "-1"],
    ["call", "a.b", "--timeout", "nan"], ["subscribe", "shared.**", "--timeout", "5"],
  ])
  func `a senseless timeout is refused`(words: [String]) throws {
    let client = try client(words)
    expect(try client.waitForEnd(), equals: .exited(64))
    expect(client.errors.contains("--timeout"))
    expect(client.errors.split(separator: "\n").count, equals: 1)
  }

  @Test func `the help describes the timeout`() throws {
    let help = try user.client("get", "--help")
    expect(try help.waitForEnd(), equals: .exited(0))
    let words = help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    expect(
      words.contains(
        "--timeout <time> Maximum time without an answer from the daemon, 1ms to 365d; a plain number"
          + " is in seconds. (default: 10s)"))
  }
}

extension ScriptedConnection {
  /// Reads a ping and answers it.
  fileprivate func answerPing() throws {
    let request = try next()
    expect(request["method"]?.string, equals: "ping")
    let id = try require(request["id"])
    try send(#"{"id":\#(id),"result":{"revision":1}}"#)
  }
}
