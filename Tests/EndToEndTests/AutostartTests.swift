import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

@Suite(.blocking, .enabled(if: !systemDaemonListens)) struct AutostartTests {
  private let user = TestUser()

  @Test func `without a daemon the client starts one and reports that once`() throws {
    let client = try user.client("get", "topics.ai.summary", "--format", "value")
    expect(try client.waitForEnd(), equals: .exited(0))
    expect(client.output.hasPrefix(#"{"#))
    let daemon = try require(user.daemons.first)
    expect(
      client.errors,
      equals: """
        procon-client: started procond (process \(daemon)), which logs to \
        \(user.directory.path)/state/procon/procond.log

        """)
    expect(user.log?.contains("listening on \(user.socket)"), equals: true)
    let info = try Peer.connect(to: user.socket).call("get", #"{"boxes":["daemon.info"]}"#)
    expect(info["result", "boxes", "daemon.info", "pid"]?.integer, equals: Int(daemon))
  }

  @Test func `a client that finds a daemon prints nothing`() throws {
    try user.client("ping").waitForEnd()
    let client = try user.client("ping")
    expect(try client.waitForEnd(), equals: .exited(0))
    expect(client.errors, equals: "")
    expect(user.daemons.count, equals: 1)
  }

  @Test func `only the user can access the directory and the socket`() throws {
    try user.client("ping").waitForEnd()
    var status = stat()
    expect(stat(user.directory.file("run/procon"), &status), equals: 0)
    expect(status.st_mode, equals: S_IFDIR | 0o700)
    expect(stat(user.socket, &status), equals: 0)
    expect(status.st_mode, equals: S_IFSOCK | 0o600)
  }

  @Test func `the daemon has its own session and outlives the client`() throws {
    let terminal = try PseudoTerminal()
    let client = try user.client("subscribe", input: .terminal, output: .terminal(terminal))
    try client.wait { terminal.screen.contains("Artificial Intelligence") }
    let daemon = try require(user.daemons.first)
    expect(getsid(daemon), equals: daemon)
    try terminal.type("\u{3}")
    expect(try client.waitForEnd(), equals: .killed(signal: SIGINT))
    try Peer.connect(to: user.socket).call("ping")
    expect(user.daemons, equals: [daemon])
  }

  @Test func `subscribe restarts the daemon that it has started, also one that was stopped`() throws
  {
    let client = try user.client("subscribe", "shared.**")
    try client.wait { client.errors.contains("started procond") }
    let first = try require(user.daemons.first)
    try Peer.connect(to: user.socket).call("ping")
    kill(first, SIGTERM)
    try client.wait { client.errors.ranges(of: "started procond").count == 2 }
    try Peer.connect(to: user.socket).call("set", #"{"box":"shared.a","value":1}"#)
    expect(try client.nextLine(), equals: "shared.a\t1")
    expect(user.daemons != [first])
  }

  @Test func `with --no-start no daemon is started`() throws {
    for command in [["ping"], ["subscribe"], ["subscribe", "--once"]] {
      let client = try user.start("procon-client", command + ["--no-start"])
      expect(try client.waitForEnd(), equals: .exited(69))
      expect(client.output, equals: "")
      expect(
        client.errors,
        equals: """
          procon-client: no daemon listens at \(user.socket); start procond, or name its socket with \
          --socket

          """)
    }
    expect(user.daemons.isEmpty)
    expect(access(user.directory.file("run/procon"), F_OK) != 0)
  }

  @Test func `a named socket never starts a daemon`() throws {
    let path = user.directory.file("named.sock")
    let clients = [
      try user.client("ping", "--socket", path),
      try user.client("ping", environment: ["PROCON_SOCKET": path]),
      try user.client("subscribe", "--socket", user.socket),
    ]
    for client in clients {
      expect(try client.waitForEnd(), equals: .exited(69))
      expect(client.errors.hasPrefix("procon-client: no daemon listens at \(user.directory.path)"))
      expect(client.errors.split(separator: "\n").count, equals: 1)
    }
    expect(user.daemons.isEmpty)
    expect(access(user.socket, F_OK) != 0)
  }

  @Test func `the option overrides the variable`() throws {
    let daemon = try DaemonProcess()
    let client = try user.client(
      "ping", "--socket", daemon.socket, environment: ["PROCON_SOCKET": "/nowhere.sock"])
    expect(try client.waitForEnd(), equals: .exited(0))
    expect(client.output, equals: "{\"revision\":\(try daemon.connect().revision())}\n")
  }

  @Test func `20 clients that start at the same time end up with one daemon`() throws {
    let clients = try (1...20).map { _ in
      try user.client("get", "daemon.info", "--format", "json")
    }
    var daemons: Set<Int> = []
    var announced = 0
    for client in clients {
      expect(try client.waitForEnd(), equals: .exited(0), "\(client.errors)")
      let answer = try JSONText(parsing: client.output.utf8)
      daemons.insert(try require(answer["boxes", "daemon.info", "pid"]?.integer))
      announced += client.errors.split(separator: "\n").count
    }
    expect(announced, equals: 1)
    try waitUntil("all daemons but one have ended") { user.daemons.count == 1 }
    expect(daemons, equals: [Int(user.daemons[0])])
  }

  @Test func `20 subscribers that start at the same time see each other's changes`() throws {
    let clients = try (1...20).map { _ in
      try user.client("subscribe", "shared.**", "topics.ai.pros.isErrorFree")
    }
    for client in clients {
      expect(try client.nextLine().hasPrefix("topics.ai.pros.isErrorFree\t"))
    }
    expect(try user.client("set", "shared.a", "1").waitForEnd(), equals: .exited(0))
    for client in clients { expect(try client.nextLine(), equals: "shared.a\t1") }
  }
}

/// Whether this machine has a system daemon that every client finds, so that none is started.
let systemDaemonListens = (try? Peer(to: SocketPlaces.system)) != nil
