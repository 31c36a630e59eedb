import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

@Suite(.blocking) struct ReconnectTests {
  private let user = TestUser()

  /// Starts a daemon with the identity of another one, sets its boxes, and moves its socket to that of
  /// the other one, which is killed.
  private func successor(
    of daemon: DaemonProcess, _ boxes: [String: String]
  ) throws -> DaemonProcess {
    let next = try daemon.successor()
    let peer = try next.connect()
    for (path, value) in boxes {
      try peer.call("set", #"{"box":"\#(path)","value":\#(value)}"#)
    }
    daemon.process.signal(SIGKILL)
    try daemon.process.waitForEnd()
    expect(rename(next.socket, daemon.socket), equals: 0)
    return next
  }

  @Test func `after kill -9 a subscriber prints only what differs in the next daemon`() throws {
    let first = try DaemonProcess()
    let setter = try first.connect()
    for box in ["a", "b", "c"] {
      try setter.call("set", #"{"box":"shared.\#(box)","value":1}"#)
    }
    let client = try user.client("subscribe", "shared.**", "--socket", first.socket)
    for box in ["a", "b", "c"] { expect(try client.nextLine(), equals: "shared.\(box)\t1") }
    let second = try successor(of: first, ["shared.a": "1", "shared.c": "2", "shared.d": "3"])
    var lines: [String] = []
    for _ in 1...3 { lines.append(try client.nextLine()) }
    expect(Set(lines[..<2]), equals: ["shared.c\t2", "shared.d\t3"])
    expect(lines[2], equals: "shared.b\t")
    let peer = try Peer.connect(to: first.socket, of: second)
    try peer.call("set", #"{"box":"shared.a","value":5}"#)
    expect(try client.nextLine(), equals: "shared.a\t5")
    expect(client.errors, equals: "procon-client: the daemon closed the connection; trying again\n")
  }

  @Test func `a subscriber has one thread, even after a reconnect`() throws {
    let first = try DaemonProcess()
    let client = try user.client("subscribe", "--socket", first.socket)
    for _ in 1...7 { _ = try client.nextLine() }
    let second = try successor(of: first, ["shared.a": "1"])
    try Peer.connect(to: first.socket, of: second)
      .call("topics.ai.pros.add", #"{"text":"Back again"}"#)
    try client.wait { client.output.contains("Back again") }
    let status = try require(contents(of: "/proc/\(client.processID)/status"))
    expect(status.split(separator: "\n").contains("Threads:\t1"), "\(status)")
  }

  @Test func `the json and value formats print nothing twice`() throws {
    let first = try DaemonProcess()
    try first.connect().call("set", #"{"box":"shared.a","value":"x"}"#)
    let socket = ["--socket", first.socket, "--format"]
    let json = try user.start("procon-client", ["subscribe", "shared.**"] + socket + ["json"])
    let value = try user.start("procon-client", ["subscribe", "shared.**"] + socket + ["value"])
    expect(try json.nextLine().hasSuffix(#","boxes":{"shared.a":"x"}}"#))
    expect(try value.nextLine(), equals: "x")
    let second = try successor(of: first, ["shared.a": #""x""#, "shared.b": "2"])
    expect(try json.nextLine().hasSuffix(#","boxes":{"shared.b":2}}"#))
    expect(try value.nextLine(), equals: "2")
    withExtendedLifetime(second) {}
  }

  @Test(.enabled(if: !systemDaemonListens))
  func `after kill -9 of its own daemon, a subscriber starts another one`() throws {
    let client = try user.client("subscribe", "shared.**", "topics.ai.pros.isErrorFree")
    expect(try client.nextLine().hasPrefix("topics.ai.pros.isErrorFree\t"))
    let first = try require(user.daemons.first)
    kill(first, SIGKILL)
    try client.wait { client.errors.split(separator: "\n").count == 3 }
    let second = try require(user.daemons.first { $0 != first })
    let errors = client.errors.split(separator: "\n")
    expect(errors[1], equals: "procon-client: the daemon closed the connection; trying again")
    expect(errors[2].hasPrefix("procon-client: started procond (process \(second))"))
    try user.client("set", "shared.a", "1").waitForEnd()
    expect(try client.nextLine(), equals: "shared.a\t1")
  }

  @Test(.enabled(if: !systemDaemonListens))
  func `20 subscribers of a killed daemon end up with one new daemon`() throws {
    let clients = try (1...20).map { _ in
      try user.client("subscribe", "shared.**", "topics.ai.pros.isErrorFree")
    }
    for client in clients { _ = try client.nextLine() }
    try waitUntil("all daemons but one have ended") { user.daemons.count == 1 }
    for daemon in user.daemons { kill(daemon, SIGKILL) }
    for client in clients { try client.wait { client.errors.contains("trying again\n") } }
    let set = try user.client("set", "shared.a", "1")
    expect(try set.waitForEnd(), equals: .exited(0))
    for client in clients { expect(try client.nextLine(), equals: "shared.a\t1") }
    try waitUntil("all daemons but one have ended") { user.daemons.count == 1 }
  }

  @Test(.enabled(if: !systemDaemonListens))
  func `after bye shutdown, a subscriber waits for a daemon and starts none`() throws {
    mkdir(user.directory.file("run/procon"), 0o700)
    let server = try ScriptedServer(at: user.socket)
    let client = try user.client("subscribe", "shared.**")
    let connection = try server.acceptSubscriber(#"{"shared.a":1,"shared.b":2}"#)
    expect(try client.nextLine(), equals: "shared.a\t1")
    expect(try client.nextLine(), equals: "shared.b\t2")
    server.stop()
    try connection.notify("bye", #"{"reason":"shutdown","retryAfter":1}"#)
    connection.close()
    try client.wait { client.errors.contains("\n") }
    // It wakes up for each attempt.
    let wakeUps = try client.wakeUps
    try waitUntil("it tried again") { try client.wakeUps >= wakeUps + 5 }
    expect(user.daemons.isEmpty)
    expect(user.log == nil)
    try server.listen()
    let next = try server.acceptSubscriber(#"{"shared.a":1,"shared.c":3}"#, epoch: "e2")
    expect(try client.nextLine(), equals: "shared.c\t3")
    expect(try client.nextLine(), equals: "shared.b\t")
    expect(
      client.errors, equals: "procon-client: the daemon said goodbye (shutdown); trying again\n")
    expect(user.log == nil)
    next.close()
  }

  @Test(.enabled(if: !systemDaemonListens))
  func `SIGTERM to the daemon is a goodbye, and a new daemon is found`() throws {
    // Not by the client, which would start another one.
    func start() throws -> DaemonProcess {
      try DaemonProcess(
        environment: ["XDG_STATE_HOME": user.directory.file("state")], in: user.directory,
        socket: user.socket)
    }
    mkdir(user.directory.file("run/procon"), 0o700)
    let first = try start()
    let client = try user.client("subscribe", "shared.**", "topics.ai.pros.isErrorFree")
    _ = try client.nextLine()
    first.process.signal(SIGTERM)
    try client.wait { client.errors.contains("goodbye (shutdown); trying again\n") }
    try first.process.waitForEnd()
    let daemon = try start()
    try daemon.connect().call("set", #"{"box":"shared.a","value":1}"#)
    expect(try client.nextLine(), equals: "shared.a\t1")
    expect(
      client.errors, equals: "procon-client: the daemon said goodbye (shutdown); trying again\n")
  }

  @Test func `a subscriber whose daemon is replaced by another one ends, and shows nothing of it`()
    throws
  {
    let first = try DaemonProcess()
    try first.connect().call("set", #"{"box":"shared.a","value":1}"#)
    let client = try user.client("subscribe", "shared.**", "--socket", first.socket)
    expect(try client.nextLine(), equals: "shared.a\t1")
    first.process.signal(SIGKILL)
    try first.process.waitForEnd()
    let other = try DaemonProcess(
      ["--state-dir", user.directory.file("other")], socket: first.socket)
    try other.connect().call("set", #"{"box":"shared.b","value":2}"#)
    expect(try client.waitForEnd(), equals: .exited(69))
    expect(client.output, equals: "shared.a\t1\n")
    expect(
      client.errors,
      equals: """
        procon-client: the daemon closed the connection; trying again
        procon-client: the daemon is gone, and another one listens at \(first.socket); start \
        procon-client again to use it, or name another socket with --socket

        """)
  }

  @Test func `a subscriber does not wait for a daemon that was never there`() throws {
    let client = try user.client("subscribe", "--socket", user.directory.file("none.sock"))
    expect(try client.waitForEnd(), equals: .exited(69))
  }
}
