import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import procondTestSupport

@Suite(.blocking) struct ColorTests {
  private let user = TestUser()
  private let daemon: DaemonInProcess
  private let terminal: PseudoTerminal

  init() throws {
    daemon = try DaemonInProcess()
    terminal = try PseudoTerminal()
  }

  /// The style of a pro on the board.
  private func style(
    _ words: String..., environment: [String: String] = [:]
  ) throws -> String? {
    let client = try user.start(
      "procon-client", ["subscribe", "--socket", daemon.socket] + words, environment: environment,
      output: .terminal(terminal))
    try client.wait { terminal.screen.contains("+ Error reduction") }
    defer { client.signal(SIGTERM) }
    return terminal.screen.style(of: "+ Error reduction")
  }

  private func page(
    _ words: String..., environment: [String: String] = [:]
  ) throws -> String {
    let client = try user.start(
      "procon-client",
      ["subscribe", "--socket", daemon.socket, "--format", "board", "--once"] + words,
      environment: environment)
    expect(try client.waitForEnd(), equals: .exited(0))
    return client.output
  }

  @Test func `NO_COLOR removes the colours from the board`() throws {
    expect(try style(environment: ["NO_COLOR": "1"]), equals: "")
  }

  @Test func `an empty NO_COLOR has no effect`() throws {
    expect(try style(environment: ["NO_COLOR": ""]), equals: "32")
  }

  @Test func `a dumb terminal has no colours`() throws {
    expect(try style(environment: ["TERM": "dumb"]), equals: "")
    expect(try page("--color", "always", environment: ["TERM": "dumb"]).contains("\u{1B}[32m"))
  }

  @Test func `color never removes the colours from the board`() throws {
    expect(try style("--color", "never"), equals: "")
  }

  @Test func `color always overrides NO_COLOR`() throws {
    expect(try style("--color", "always", environment: ["NO_COLOR": "1"]), equals: "32")
  }

  @Test func `in a pipe there are colours only on request`() throws {
    expect(try !page().contains("\u{1B}"))
    expect(try page("--color", "always").contains("\u{1B}[32m+ Error reduction\u{1B}[0m"))
    let quiet = try page("--color", "always", environment: ["NO_COLOR": "1"])
    expect(quiet.contains("\u{1B}[32m"))
  }

  @Test func `a dumb terminal gets pages and no control sequences`() throws {
    let client = try user.client(
      "subscribe", "--socket", daemon.socket, environment: ["TERM": "dumb"],
      output: .terminal(terminal))
    try client.wait { terminal.screen.contains("+ No breaks") }
    expect(!terminal.bytes.contains(0x1B))
  }
}
