import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

/// What `get` prints, and options before a command.
@Suite(.blocking) struct GetCommandTests {
  private let user = TestUser()
  private let daemon: DaemonInProcess
  private let peer: Peer

  init() throws {
    daemon = try DaemonInProcess()
    peer = try daemon.connect()
  }

  @Test func `get sorts by path`() throws {
    for box in ["shared.c", "shared.a", "shared.b"] { try peer.set(box, 1) }
    for (format, output) in [
      ("lines", "shared.a\t1\nshared.b\t1\nshared.c\t1\n"), ("value", "1\n1\n1\n"),
      ("{@path}", "shared.a\nshared.b\nshared.c\n"),
    ] {
      expect(
        try user.run(["get", "shared.**", "--format", format], with: daemon).output, equals: output)
    }
    let json = try user.run(["get", "shared.**", "--format", "json"], with: daemon).output
    expect(json.contains(#""boxes":{"shared.a":1,"shared.b":1,"shared.c":1}}"#))
  }

  @Test func `with offline get prints its text and starts no daemon`() throws {
    let nobody = try user.client(
      "get", "topics.ai.summary", "--offline", "?", "--socket", user.directory.file("none"))
    expect(try nobody.waitForEnd(), equals: .exited(0))
    expect(nobody.output, equals: "?\n")
    expect(nobody.errors, equals: "")
    let template = try user.client("get", "--format", "{shared.a}", "--offline", "no daemon")
    expect(try template.waitForEnd(), equals: .exited(0))
    expect(template.output, equals: (systemDaemonListens ? "\n" : "no daemon\n"))
    expect(user.daemons, equals: [])
    try peer.set("shared.a", 1)
    expect(
      try user.run(["get", "shared.a", "--offline", "?"], with: daemon).output,
      equals: "shared.a\t1\n")
  }

  @Test func `on a terminal JSON is indented and coloured`() throws {
    let long = String(repeating: "x", count: 40)
    try peer.set("shared.a", #"{"name":"\#(long)","list":[1,null,{"n":true}],"text":"\#(long)"}"#)
    try peer.set("shared.b", "[1,2]")
    let terminal = try PseudoTerminal(columns: 60, rows: 20)
    let get = try user.client(
      "get", "shared.**", "--socket", daemon.socket, output: .terminal(terminal))
    expect(try get.waitForEnd(), equals: .exited(0))
    try get.wait { terminal.screen.contains("shared.b") }
    expect(
      terminal.screen.lines.prefix(7).map { String($0) },
      equals: [
        "shared.a", "  {", #"    "name": "\#(long)","#, #"    "list": [1, null, {"n": true}],"#,
        #"    "text": "\#(long)""#, "  }", "shared.b  [1, 2]",
      ])
    expect(terminal.screen.style(of: "shared.a"), equals: "1")
    expect(terminal.screen.style(of: #""\#(long)""#), equals: "32")
    // In a pipe it stays on one line.
    expect(
      try user.run(["get", "shared.b"], with: daemon).output, equals: "shared.b\t[1,2]\n")
  }

  @Test func `options that every command has may stand before it`() throws {
    try peer.set("shared.a", 1)
    for options in [
      ["--socket", daemon.socket], ["--socket=\(daemon.socket)", "--color", "never"],
      ["--no-start", "--color=always", "--socket", daemon.socket],
    ] {
      let get = try user.start("procon-client", options + ["get", "shared.a"])
      expect(try get.waitForEnd(), equals: .exited(0), "\(get.errors)")
      expect(get.output, equals: "shared.a\t1\n")
    }
    let wrong = try user.client("--socket", daemon.socket, "gte", "shared.a")
    expect(try wrong.waitForEnd(), equals: .exited(64))
    expect(wrong.errors.contains("there is no command 'gte' (did you mean 'get'?)"))
    let other = try user.client("--socket", daemon.socket, "help", "get")
    expect(try other.waitForEnd(), equals: .exited(0))
    expect(other.output.contains("USAGE: procon-client get"))
    let help = try user.client("--no-start", "get", "--help")
    expect(try help.waitForEnd(), equals: .exited(0))
    expect(help.output.contains("USAGE: procon-client get"))
  }
}
