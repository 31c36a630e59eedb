import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import procondTestSupport

/// The board on a terminal, with a daemon.
@Suite(.blocking) struct BoardTests {
  private let user = TestUser()
  private let daemon: DaemonInProcess

  init() throws {
    daemon = try DaemonInProcess()
  }

  private func board(
    on terminal: PseudoTerminal, _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> UserProcess {
    let client = try user.start(
      "procon-client", ["subscribe", "--socket", daemon.socket] + arguments,
      environment: environment, input: .terminal, output: .terminal(terminal))
    try client.wait { terminal.screen.contains("Artificial Intelligence") }
    return client
  }

  @Test func `the board is drawn as in the README`() throws {
    let terminal = try PseudoTerminal()
    let client = try board(on: terminal)
    expect(terminal.screen.text, equals: try Readme.block(after: "## Quick start"))
    expect(terminal.screen.isAlternate)
    expect(!terminal.screen.isCursorShown)
    expect(terminal.screen.unexpected, equals: [])
    client.signal(SIGKILL)
  }

  @Test func `pros are green and cons are red`() throws {
    let terminal = try PseudoTerminal()
    let client = try board(on: terminal)
    expect(terminal.screen.style(of: "+ Error reduction"), equals: "32")
    expect(terminal.screen.style(of: "No breaks"), equals: "32")
    expect(terminal.screen.style(of: "- High cost"), equals: "31")
    expect(terminal.screen.style(of: "4 pros"), equals: "32")
    expect(terminal.screen.style(of: "3 cons"), equals: "31")
    client.signal(SIGKILL)
  }

  @Test func `a change by another client is drawn in place`() throws {
    let terminal = try PseudoTerminal()
    let client = try board(on: terminal)
    let socket = daemon.socket
    let add = try user.client("add", "con", "Too fast", "--weight", "5", "--socket", socket)
    expect(try add.waitForEnd(), equals: .exited(0))
    try client.wait { terminal.screen.contains("- Too fast ×5") }
    expect(terminal.screen.lines[1], equals: "4 pros · 4 cons · score -4 · leans con")
    expect(terminal.screen.place(of: "- Too fast")?.column, equals: 42)
    let remove = try user.client("remove", "pro", "NO BREAKS", "--socket", socket)
    expect(try remove.waitForEnd(), equals: .exited(0))
    try client.wait { !terminal.screen.contains("No breaks") }
    expect(terminal.screen.lines[0], equals: "Artificial Intelligence")
    expect(terminal.screen.lines[1], equals: "3 pros · 4 cons · score -5 · leans con")
    expect(terminal.screen.lines.count, equals: 9)
    expect(terminal.screen.unexpected, equals: [])
  }

  @Test func `summary and sides are always consistent on the screen`() throws {
    let terminal = try PseudoTerminal(rows: 100)
    let client = try board(on: terminal)
    let peer = try daemon.connect()
    var updates = terminal.screen.updates
    for number in 1...40 {
      try peer.call("topics.ai.pros.add", #"{"text":"pro \#(number)"}"#)
      try client.wait {
        if terminal.screen.updates > updates {
          updates = terminal.screen.updates
          let rows = terminal.screen.lines.filter { $0.hasPrefix("+ ") }.count
          expect(terminal.screen.lines[1].hasPrefix("\(rows) pros"))
          expect(terminal.screen.contains("Pros (\(rows))"))
        }
        return terminal.screen.contains("+ pro \(number)")
      }
    }
  }

  @Test func `a resize redraws, and a narrow terminal has one side below the other`() throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 30)
    let client = try board(on: terminal)
    try terminal.resize(columns: 40, rows: 30)
    try client.wait { terminal.screen.place(of: "- High cost")?.column == 0 }
    let pros = try require(terminal.screen.place(of: "+ No breaks"))
    let cons = try require(terminal.screen.place(of: "- High cost"))
    expect(pros.column, equals: 0)
    expect(pros.row < cons.row)
    try terminal.resize(columns: 20, rows: 30)
    try client.wait { terminal.screen.contains("  implementation") }
    expect(terminal.screen.contains("- Fear of malicious"))
    try terminal.resize(columns: 100, rows: 30)
    try client.wait { terminal.screen.place(of: "- High cost")?.column == 52 }
    expect(terminal.screen.place(of: "+ Error reduction")?.row, equals: 5)
    expect(terminal.screen.unexpected, equals: [])
  }

  @Test func `a low terminal shows how many lines are hidden`() throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 7)
    let client = try board(on: terminal)
    try client.wait { terminal.screen.contains("… 3 more lines") }
    expect(terminal.screen.lines.count, equals: 7)
    try terminal.resize(columns: 80, rows: 8)
    try client.wait { terminal.screen.contains("… 2 more lines") }
  }

  @Test func `keys scroll a board that does not fit, and its last state stays on the terminal`()
    throws
  {
    let terminal = try PseudoTerminal(columns: 80, rows: 8)
    let client = try user.client(
      "subscribe", "--socket", daemon.socket, input: .terminal, output: .terminal(terminal))
    try client.wait { terminal.screen.contains("more lines") }
    expect(!terminal.screen.contains("No breaks"))
    for (key, place) in [
      ("G", "lines 3 to 9 of 9"), ("\u{1B}[A", "lines 2 to 8 of 9"), ("b", "more lines"),
      ("j", "lines 2 to 8 of 9"), (" ", "lines 3 to 9 of 9"), ("g", "more lines"),
    ] {
      try terminal.type(key)
      try client.wait { terminal.screen.lines.last?.contains(place) == true }
    }
    // The last state has changes from after the keys.
    try daemon.connect().call("topics.ai.cons.add", #"{"text":"Last"}"#)
    try client.wait { terminal.screen.contains("4 cons") }
    try terminal.type("\u{3}")
    expect(try client.waitForEnd(), equals: .killed(signal: SIGINT))
    expect(!terminal.screen.isAlternate)
    expect(terminal.screen.contains("- Last"), "\(terminal.screen)")
  }

  @Test func `the board is drawn with ASCII where the locale has nothing else`() throws {
    try daemon.connect().call("topics.ai.cons.add", #"{"text":"人 é"}"#)
    let terminal = try PseudoTerminal()
    let client = try user.client(
      "subscribe", "--socket", daemon.socket, environment: ["LC_ALL": "C"],
      output: .terminal(terminal))
    try client.wait { terminal.screen.contains("- ?? ?") }
    expect(terminal.screen.contains("4 pros | 4 cons | score 0 | even"))
    expect(terminal.bytes.allSatisfy { $0 < 0x80 })
    // Programs read the same everywhere.
    let pipe = try user.client(
      "get", "topics.ai.cons.items", "--socket", daemon.socket, environment: ["LC_ALL": "C"])
    expect(try pipe.waitForEnd(), equals: .exited(0))
    expect(pipe.output.contains("人 é"))
  }

  @Test func `wide characters keep the columns aligned`() throws {
    let terminal = try PseudoTerminal()
    let client = try board(on: terminal)
    let peer = try daemon.connect()
    let texts = ["人工知能は速い", "한국어 문장", "🚀 to the moon 🚀", "cafe\u{301} au lait"]
    for text in texts { try peer.call("topics.ai.pros.add", #"{"text":"\#(text)"}"#) }
    for number in 1...5 { try peer.call("topics.ai.cons.add", #"{"text":"con \#(number)"}"#) }
    try client.wait { terminal.screen.contains("- con 5") }
    for (row, text) in texts.enumerated() {
      let place = try require(terminal.screen.place(of: "+ \(text)"))
      let con = try require(terminal.screen.place(of: "- con \(row + 2)"))
      expect(place.row, equals: con.row)
      expect(con.column, equals: 42)
    }
    try peer.call(
      "topics.ai.pros.add", #"{"text":"\#(String(repeating: "長", count: 30))"}"#)
    try client.wait { terminal.screen.contains("+ \(String(repeating: "長", count: 18))") }
    expect(terminal.screen.lines.contains("  \(String(repeating: "長", count: 12))"))
  }

  @Test func `the board waits for a missing topic`() throws {
    let terminal = try PseudoTerminal()
    let client = try user.client(
      "subscribe", "--topic", "none", "--socket", daemon.socket, output: .terminal(terminal))
    try client.wait { terminal.screen.contains("There is no topic none yet; waiting for it.") }
    expect(client.end == nil)
  }
}
