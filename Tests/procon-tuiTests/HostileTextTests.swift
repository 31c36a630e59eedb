import BoxWire
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import SessionTestSupport

/// procon-tui with a daemon whose texts try to control the terminal.
@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct HostileTextTests {
  private let user = TestUser()
  private let terminal: PseudoTerminal

  init() throws {
    terminal = try PseudoTerminal(columns: 160, rows: 30)
    try compileTerminalType()
  }

  /// A terminal on which ncurses moves the cursor by sequences alone: CR, LF, BS and TAB can only come
  /// from a text.
  private static let type = "procon-test"

  private func compileTerminalType() throws {
    let moves = ["cr", "ind", "cud1", "cub1", "nel", "ht", "cbt", "hts"].map { "\($0)@" }
    let source = user.directory.file("terminal")
    try write(
      "\(Self.type)|for tests,\n\t\(moves.joined(separator: ", ")),\n\tuse=xterm-256color,\n",
      to: source)
    let compiler = try user.start(
      "/usr/bin/tic", ["-x", "-o", user.directory.file("home/.terminfo"), source])
    try require(try compiler.waitForEnd() == .exited(0))
  }

  /// Sequences of seven and eight bits for a style, a window title, the clipboard and a reset; line
  /// ends, a bell, DEL; directions of text that hide what it says.
  private static let hostile =
    "a\u{1B}[31337m|\u{1B}]0;title\u{7}|\u{1B}c|\u{9B}31337m|\u{9D}52;c;eA==\u{9C}|x\r\ny\t\u{8}\u{7F}|"
    + "\u{2028}\u{202E}abc\u{202C}|\u{2066}d\u{2069}|z"

  private var output: String { String(decoding: terminal.bytes, as: UTF8.self) }

  /// What is left of the output without the sequences that ncurses sends for this kind of terminal.
  /// The last one ends with CR.
  private func rest() -> String {
    output.replacing(#/\x1B(\[23;0;0t\r|\[[?>]?[0-9;]*[A-Za-z]|\([B0]|[78=>])/#, with: "")
  }

  private func expectHarmless() {
    expect(!output.contains("\u{1B}[31337m"))
    let controls = rest().unicodeScalars.filter {
      $0.properties.generalCategory == .control || [0x2028, 0x2029].contains($0.value)
        || (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
    }
    expect(controls.map { String($0.value, radix: 16) }, equals: [])
  }

  private func start(_ server: SessionServer) throws -> UserProcess {
    let client = try user.start(
      "procon-tui", ["--socket", server.socket], environment: ["TERM": Self.type],
      input: .terminal, output: .terminal(terminal))
    try client.wait { output.contains("Topics (2)") }
    return client
  }

  @Test func `titles, arguments, posts and alerts are shown as visible characters`() async throws {
    let server = try await SessionServer()
    await onLoop {
      server.show(
        [.fake(id: "1", text: "P\(Self.hostile)")],
        posts: [
          .fake(id: "p\(Self.hostile)", title: "T\(Self.hostile)", subtitle: "S\(Self.hostile)")
        ])
      server.fail("M\(Self.hostile)")
    }
    let client = try start(server)
    try client.wait { output.contains("Alert: Ma\u{FFFD}[31337m") }
    try terminal.type("\r")
    try client.wait { output.contains("Pa\u{FFFD}[31337m|\u{FFFD}]0;title\u{FFFD}|") }
    try terminal.type(" o")
    try client.wait { output.contains("Ta\u{FFFD}[31337m") && output.contains("Sa\u{FFFD}[31337m") }
    await onLoop {
      let session = server.session
      session?.show(
        [FakeOption(name: "O\(Self.hostile)", votes: 1)], closing: "D\(Self.hostile)")
      session?.push(
        .init(
          scene: "poll\(Self.hostile)", at: "hall", boxes: ["session.poll.*"],
          title: "U\(Self.hostile)"))
    }
    try client.wait {
      ["Ua", "Da", "Oa"].allSatisfy { output.contains("\($0)\u{FFFD}[31337m|\u{FFFD}]0;title") }
    }
    expectHarmless()
    client.signal(15)
    try client.waitForEnd()
    expectHarmless()
  }

  @Test func `pasted and edited texts are shown as visible characters`() async throws {
    let server = try await SessionServer()
    await onLoop { server.show([.fake(id: "1", text: "P\(Self.hostile)")], posts: []) }
    let client = try start(server)
    try terminal.type("\r")
    try client.wait { output.contains("+ Pa\u{FFFD}") }
    try terminal.type("e")
    try client.wait { output.contains("Esc") }
    try terminal.type("\u{1B}[200~Q\u{1B}[31337m\u{9B}\u{202E}q\u{1B}[201~")
    try client.wait { output.contains("Q\u{FFFD}[31337m\u{FFFD}\u{FFFD}q") }
    expectHarmless()
    client.signal(9)
  }
}
