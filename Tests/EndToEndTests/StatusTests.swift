import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import procondTestSupport

/// `status`, for people and for scripts.
@Suite(.blocking) struct StatusTests {
  private let user = TestUser()

  private func status(_ words: String...) throws -> UserProcess {
    try user.start("procon-client", ["status"] + words)
  }

  @Test func `a running daemon is described`() throws {
    let daemon = try DaemonInProcess()
    let peer = try daemon.connect()
    try peer.call("subscribe", #"{"boxes":["shared.**"]}"#)
    let status = try status("--socket", daemon.socket, "--rates")
    expect(try status.waitForEnd(), equals: .exited(0))
    expect(status.errors, equals: "")
    let lines = status.output.split(separator: "\n").map(String.init)
    expect(lines.first, equals: "procond 0.1.0 is running")
    let patterns = [
      "  socket    \(daemon.socket)", "  process   \(getpid())",
      "  clients   2 connections, 1 subscriber",
    ]
    for pattern in patterns { expect(lines.contains(pattern), "\(status.output)") }
    for pattern in [
      #/  since     \d{4}-\d\d-\d\dT\S+Z \([^)]+\)/#, #/  revision  \d+/#,
      #/  memory    \d+\.\d MiB/#,
      #/  rate      0\.0 changes/s, \d+\.\d lines/s \(.+/s\)/#,
    ] {
      expect(lines.contains { $0.wholeMatch(of: pattern) != nil }, "\(status.output)")
    }
  }

  @Test func `json has the same values for programs`() throws {
    let daemon = try DaemonInProcess()
    let status = try status("--socket", daemon.socket, "--format", "json", "--rates")
    // While the rate is being measured.
    let peer = try daemon.connect()
    for number in 1...20 {
      try peer.call("set", #"{"box":"shared.a","value":\#(number)}"#)
    }
    expect(try status.waitForEnd(), equals: .exited(0))
    let json = try JSONText(parsing: status.output.utf8)
    expect(
      json.names,
      equals: [
        "connections", "epoch", "memory", "perSecond", "pid", "revision", "running", "server",
        "socket", "started", "subscribers", "uptime", "version",
      ])
    expect(json["running"]?.boolean, equals: true)
    expect(json["socket"]?.string, equals: daemon.socket)
    expect(json["pid"]?.integer, equals: Int(getpid()))
    expect(json["perSecond"]?.names, equals: ["bytes", "changes", "lines"])
  }

  @Test func `without rates one request is enough`() throws {
    let server = try ScriptedServer(at: user.directory.file("scripted.sock"))
    let status = try status("--socket", server.path, "--format", "json")
    let connection = try server.accept()
    try connection.greet()
    let id = try require(try connection.next()["id"])
    let stats = #"{"connections":1,"subscribers":0,"revision":1,"changes":0,"bytes":0,"uptime":5}"#
    try connection.send(#"{"id":\#(id),"result":{"boxes":{"daemon.stats":\#(stats)}}}"#)
    expect(try status.waitForEnd(), equals: .exited(0))
    expect(try JSONText(parsing: status.output.utf8)["perSecond"] == nil)
  }

  @Test func `the rate counts changes during the measurement`() throws {
    let server = try ScriptedServer(at: user.directory.file("scripted.sock"))
    let status = try status("--socket", server.path, "--rates")
    let connection = try server.accept()
    try connection.greet()
    for (revision, lines, bytes, uptime) in [(10, 100, 5000, 5), (31, 140, 9096, 7)] {
      let id = try require(try connection.next()["id"])
      let stats = """
        {"connections":1,"subscribers":3,"revision":\(revision),"changes":\(lines),\
        "bytes":\(bytes),"uptime":\(uptime)}
        """
      try connection.send(#"{"id":\#(id),"result":{"boxes":{"daemon.stats":\#(stats)}}}"#)
    }
    expect(try status.waitForEnd(), equals: .exited(0))
    // Of 21 revisions, one is that of the box itself.
    expect(status.output.hasSuffix("  rate      10.0 changes/s, 20.0 lines/s (2.0 KiB/s)\n"))
  }

  @Test func `without a daemon, status reports that, starts none, and ends with 3`() throws {
    let socket = user.directory.file("none.sock")
    let text = try status("--socket", socket)
    expect(try text.waitForEnd(), equals: .exited(3))
    expect(
      text.output,
      equals: "not running: no daemon listens at \(socket); start procond, or name its socket with"
        + " --socket\n")
    expect(text.errors, equals: "")
    let json = try status("--socket", socket, "--format", "json")
    expect(try json.waitForEnd(), equals: .exited(3))
    expect(json.output, equals: "{\"running\":false,\"sockets\":[\"\(socket)\"]}\n")
    let quiet = try status("--socket", socket, "--quiet")
    expect(try quiet.waitForEnd(), equals: .exited(3))
    expect(quiet.output + quiet.errors, equals: "")
  }

  @Test(.enabled(if: !systemDaemonListens)) func `status never starts a daemon`() throws {
    let status = try status()
    expect(try status.waitForEnd(), equals: .exited(3))
    expect(user.daemons.isEmpty)
    expect(status.output.contains(user.socket))
  }

  @Test func `the socket of a killed daemon is not reported as a daemon`() throws {
    let daemon = try DaemonProcess()
    daemon.process.signal(SIGKILL)
    try daemon.process.waitForEnd()
    let status = try status("--socket", daemon.socket, "--quiet")
    expect(try status.waitForEnd(), equals: .exited(3))
  }

  @Test func `quiet answers only by the exit code, at once`() throws {
    let daemon = try DaemonInProcess()
    let status = try status("--socket", daemon.socket, "-q")
    expect(try status.waitForEnd(), equals: .exited(0))
    expect(status.output + status.errors, equals: "")
  }

  @Test(arguments: [[], ["--quiet"]])
  func `a process that exits at once is not reported as a daemon`(words: [String]) throws {
    let server = try ScriptedServer(at: user.directory.file("scripted.sock"))
    for greets in [false, true] {
      let status = try user.start("procon-client", ["status", "--socket", server.path] + words)
      let connection = try server.accept()
      if greets {
        try connection.greet()
        try connection.notify("bye", #"{"reason":"shutdown"}"#)
      }
      connection.close()
      expect(try status.waitForEnd(), equals: .exited(75))
      expect(status.output, equals: "")
    }
  }

  @Test func `a daemon's description of itself cannot control the terminal`() throws {
    let server = try ScriptedServer(at: user.directory.file("scripted.sock"))
    let terminal = try PseudoTerminal(columns: 200)
    let status = try user.client(
      "status", "--socket", server.path, output: .terminal(terminal))
    let connection = try server.accept()
    try connection.notify(
      "hello",
      #"{"protocol":1,"server":"a\u001b[2Jb","epoch":"e","revision":1,"limits":{}}"#)
    let id = try require(try connection.next()["id"])
    try connection.send(
      #"{"id":\#(id),"result":{"boxes":{"daemon.info":{"version":"1","pid":1,"#
        + #""started":"\u001b[2J\n","epoch":"e","keepsShared":true}}}}"#)
    try status.waitForEnd()
    expect(terminal.screen.contains("a\u{FFFD}[2Jb is running"))
    expect(terminal.screen.contains("since     \u{FFFD}[2J\u{FFFD}"))
    expect(terminal.screen.unexpected, equals: [])
  }

  @Test func `a daemon that reports less is described by what it reports`() throws {
    let server = try ScriptedServer(at: user.directory.file("scripted.sock"))
    let status = try status("--socket", server.path)
    let connection = try server.accept()
    try connection.greet()
    let id = try require(try connection.next()["id"])
    try connection.send(#"{"id":\#(id),"result":{"boxes":{"daemon.stats":{"revision":1}}}}"#)
    expect(try status.waitForEnd(), equals: .exited(0))
    expect(
      status.output, equals: "scripted 1 is running\n  socket    \(server.path)\n  revision  1\n")
    expect(status.errors, equals: "procon-client: daemon.stats: member 'connections' is missing\n")
  }
}
