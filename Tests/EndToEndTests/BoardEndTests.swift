import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import procondTestSupport

/// How the board ends, and how it leaves the terminal.
@Suite(.blocking) struct BoardEndTests {
  private let user = TestUser()
  private let terminal: PseudoTerminal

  init() throws {
    terminal = try PseudoTerminal()
  }

  private func board(of daemon: any TestDaemon) throws -> UserProcess {
    let client = try user.client(
      "subscribe", "--socket", daemon.socket, input: .terminal, output: .terminal(terminal))
    try client.wait { terminal.screen.contains("Artificial Intelligence") }
    return client
  }

  private func expectRestored(_ settings: [UInt8]) {
    expect(!terminal.screen.isAlternate)
    expect(terminal.screen.isCursorShown)
    expect(terminal.screen.wraps)
    expect(terminal.settings, equals: settings)
    expect(terminal.screen.unexpected, equals: [])
  }

  @Test func `Ctrl-C restores the terminal`() throws {
    let settings = terminal.settings
    let client = try board(of: try DaemonInProcess())
    try terminal.type("\u{3}")
    expect(try client.waitForEnd(), equals: .killed(signal: SIGINT))
    expectRestored(settings)
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a signal restores the terminal too`(signal: Int32) throws {
    let settings = terminal.settings
    let client = try board(of: try DaemonInProcess())
    client.signal(signal)
    expect(try client.waitForEnd(), equals: .killed(signal: signal))
    expectRestored(settings)
  }

  @Test func `Ctrl-Z restores the terminal too, and fg draws the board again`() throws {
    let daemon = try DaemonInProcess()
    let client = try user.shell(
      "set -m; procon-client subscribe --socket \(daemon.socket); echo stopped; read x; fg",
      input: .terminal, output: .terminal(terminal))
    try client.wait { terminal.screen.contains("Artificial Intelligence") }
    try terminal.type("\u{1A}")
    try client.wait { terminal.screen.contains("stopped") }
    expect(!terminal.screen.isAlternate)
    expect(terminal.screen.isCursorShown)
    try terminal.type("\n")
    try client.wait { terminal.screen.isAlternate }
    expect(terminal.screen.contains("Artificial Intelligence"))
    try terminal.type("\u{3}")
    try client.waitForEnd()
    expect(!terminal.screen.isAlternate)
    expect(terminal.screen.isCursorShown)
  }

  @Test func `in the background the board draws nothing`() throws {
    let daemon = try DaemonInProcess()
    let (client, process) = try stoppedBoard(of: daemon, then: "bg; echo stopped; read x; fg")
    try waitUntil("it is stopped again") { Self.state(of: process) == "T" }
    expect(!terminal.screen.isAlternate)
    try terminal.type("\n")
    try client.wait { terminal.screen.isAlternate }
    expect(terminal.screen.contains("Artificial Intelligence"))
    try terminal.type("\u{3}")
    try client.waitForEnd()
    expect(!terminal.screen.isAlternate)
  }

  /// Shows the board as the job of a shell, and stops it with Ctrl-Z.
  ///
  /// - Parameter commands: what the shell does then, with `$p` as the process id of the board; must
  ///   print "stopped".
  /// - Returns: the shell, and the process id of the board.
  private func stoppedBoard(
    of daemon: DaemonInProcess, then commands: String
  ) throws -> (UserProcess, Substring) {
    let file = user.directory.file("process")
    let client = try user.shell(
      "set -m; sh -c 'echo $$ > \(file); exec procon-client subscribe --socket \(daemon.socket)'; "
        + "p=$(cat \(file)); \(commands)",
      input: .terminal, output: .terminal(terminal))
    try client.wait { terminal.screen.contains("Artificial Intelligence") }
    let process = try require(contents(of: file)?.split(separator: "\n").first)
    try terminal.type("\u{1A}")
    try client.wait { terminal.screen.contains("stopped") }
    return (client, process)
  }

  /// The state of a process, as ps(1) shows it; nil if there is none.
  private static func state(of process: Substring) -> Character? {
    contents(of: "/proc/\(process)/stat")?.split(separator: ")").last?.dropFirst().first
  }

  @Test func `a stopped job that is killed and continued ends`() throws {
    let daemon = try DaemonInProcess()
    let (client, process) = try stoppedBoard(
      of: daemon,
      then: "echo stopped; read x; kill -TERM $p; kill -CONT $p; read x")
    try waitUntil("it is stopped") { Self.state(of: process) == "T" }
    try terminal.type("\n")
    // The shell has not waited for it yet.
    try waitUntil("it has ended") { Self.state(of: process) == "Z" }
    try terminal.type("\n")
    try client.waitForEnd()
    expect(!terminal.screen.isAlternate)
  }

  @Test(arguments: [true, false])
  func `typed text is not echoed while the board is shown`(isTyped: Bool) throws {
    let settings = terminal.settings
    let daemon = try DaemonInProcess()
    let client = try user.client(
      "subscribe", "--socket", daemon.socket, input: isTyped ? .terminal : .nothing,
      output: .terminal(terminal))
    try client.wait { terminal.screen.contains("Artificial Intelligence") }
    expect(terminal.settings != settings)
    try terminal.type("zzz")
    // Drawn after the text was typed.
    try daemon.connect().call("topics.ai.pros.add", #"{"text":"Later"}"#)
    try client.wait { terminal.screen.contains("+ Later") }
    expect(!terminal.bytes.contains(UInt8(ascii: "z")))
    try terminal.type("\u{3}")
    expect(try client.waitForEnd(), equals: .killed(signal: SIGINT))
    expectRestored(settings)
  }

  @Test func `Ctrl-Z restores the terminal settings, and fg sets them again`() throws {
    let settings = terminal.settings
    let daemon = try DaemonInProcess()
    let client = try user.shell(
      "set -m; procon-client subscribe --socket \(daemon.socket); echo stopped; read x; fg",
      input: .terminal, output: .terminal(terminal))
    try client.wait { terminal.screen.contains("Artificial Intelligence") }
    let whileShown = terminal.settings
    expect(whileShown != settings)
    try terminal.type("\u{1A}")
    try client.wait { terminal.screen.contains("stopped") }
    expect(terminal.settings, equals: settings)
    try terminal.type("\n")
    try client.wait { terminal.screen.isAlternate }
    expect(terminal.settings, equals: whileShown)
    try terminal.type("\u{3}")
    try client.waitForEnd()
    expectRestored(settings)
  }

  @Test func `a board stopped by SIGSTOP is redrawn when it continues`() throws {
    let client = try board(of: try DaemonInProcess())
    let updates = terminal.screen.updates
    client.signal(SIGSTOP)
    client.signal(SIGCONT)
    try client.wait { terminal.screen.updates > updates }
    client.signal(SIGTERM)
    try client.waitForEnd()
  }

  @Test func `a catch-up is drawn only when it is complete`() throws {
    let server = try ScriptedServer(at: user.directory.file("scripted.sock"))
    let client = try user.client(
      "subscribe", "--socket", server.path, input: .terminal, output: .terminal(terminal))
    try server.showTopic()
    let connection = try server.acceptSubscriber(#"{"topics.ai.summary":\#(summaryJSON("One"))}"#)
    try client.wait { terminal.screen.contains("One") }
    try connection.notify(
      "snapshot", #"{"revision":9,"boxes":{"topics.ai.summary":\#(summaryJSON("Half"))}}"#)
    connection.close()
    try client.wait { terminal.screen.contains("The connection to the daemon is lost") }
    expect(!terminal.screen.contains("Half"))
    expect(terminal.screen.contains("One"))
    client.signal(SIGTERM)
    try client.waitForEnd()
  }

  @Test func `the loss of the daemon is shown below the board until it is back`() throws {
    let first = try DaemonProcess()
    let client = try board(of: first)
    let notice = "The connection to the daemon is lost; trying again …"
    expect(!terminal.screen.contains(notice))
    first.process.signal(SIGKILL)
    try client.wait { terminal.screen.contains(notice) }
    expect(terminal.screen.lines.last, equals: notice)
    expect(terminal.screen.contains("+ No breaks"))
    try first.process.waitForEnd()
    let second = try DaemonProcess(in: first.directory, socket: first.socket)
    try second.connect().call("topics.ai.pros.add", #"{"text":"Back again"}"#)
    try client.wait { terminal.screen.contains("+ Back again") }
    expect(!terminal.screen.contains(notice))
    expect(terminal.screen.isAlternate)
    expect(terminal.screen.unexpected, equals: [])
  }

  @Test func `closing the terminal ends the client`() throws {
    let daemon = try DaemonInProcess()
    let client = try user.shell(
      // The terminal's own session ends with the shell that is killed here.
      "procon-client subscribe --socket \(daemon.socket); echo $?", input: .terminal,
      output: .terminal(terminal))
    try client.wait { terminal.screen.contains("Artificial Intelligence") }
    let clients = { processes { $0.contains("subscribe") && $0.contains(daemon.socket) } }
    expect(clients().count >= 1)
    client.signal(SIGKILL)
    try waitUntil("the client is gone") { clients().isEmpty }
  }
}
