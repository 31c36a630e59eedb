import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// procon-tui without its daemon: lost, back again, or slow.
@Suite(.blocking) struct FullScreenLossTests {
  private let user = TestUser()
  private let directory = TemporaryDirectory()

  /// A daemon with the store of the one before it.
  private func daemon(socket: String = "procon.sock") throws -> DaemonProcess {
    try DaemonProcess(
      environment: ["XDG_STATE_HOME": directory.file("state")], in: directory,
      socket: directory.file(socket), store: .sqlite)
  }

  private func startBoard(
    _ daemon: DaemonProcess, columns: Int = 80, rows: Int = 24
  ) throws -> any TerminalWindow {
    let window = try VirtualTerminal(
      user, columns: columns, rows: rows, "procon-tui --socket \(daemon.socket)")
    try window.wait(for: "? keys")
    try window.press("Enter")
    try window.wait(for: "👍 Pros (4)")
    return window
  }

  private func isLost(_ lines: [String]) -> Bool {
    lines[0].hasPrefix("Connection lost; trying again")
  }

  @Test(arguments: [(40, 10), (80, 24), (98, 60)])
  func `the last state stays readable, edits are refused, and everything resumes`(
    columns: Int, rows: Int
  ) throws {
    var daemon: DaemonProcess? = try daemon()
    let window = try startBoard(try require(daemon), columns: columns, rows: rows)
    try daemon?.terminate()
    daemon = nil
    try window.wait("the connection is lost", isLost)
    try window.wait { $0[0].hasSuffix(" s") }
    try window.press("j", "+")
    try window.wait(for: "There is no connection to the daemon;")
    expect(try window.lines().contains { $0.contains("+ Increase work efficiency") })
    daemon = try self.daemon()
    try window.wait { $0[0] == "Artificial Intelligence" }
    try window.wait(for: "pro 2 · ")
    try window.press("+")
    try window.wait(for: "+ Increase work efficiency ×2")
    withExtendedLifetime(daemon) {}
  }

  @Test func `what is typed survives, and a change by others is shown beside it`() throws {
    var daemon: DaemonProcess? = try daemon()
    let window = try startBoard(try require(daemon))
    try window.press("e")
    try window.type(" of mine")
    try daemon?.terminate()
    daemon = nil
    try window.wait("the connection is lost", isLost)
    try window.type("!")
    try window.wait(for: "+ Error reduction of mine!")
    try window.press("Enter")
    try window.wait(for: "There is no connection to the daemon;")
    daemon = try self.daemon()
    let peer = try require(try daemon?.connect())
    try peer.call("topics.ai.pros.change", #"{"id":"1","text":"Theirs"}"#)
    try window.wait { $0[0] == "Artificial Intelligence" }
    try window.wait(for: "now: Theirs")
    try window.press("Enter")
    try window.wait(for: "Changed in the meantime.")
    try window.press("Enter")
    try window.wait(for: "? keys")
    try window.wait(for: "+ Error reduction of mine!")
  }

  @Test func `it ends when another daemon listens there, and keeps what was typed`() throws {
    var daemon: DaemonProcess? = try daemon()
    let socket = try require(daemon?.socket)
    let window = try VirtualTerminal(user, "procon-tui --socket \(socket); echo end $?")
    try window.wait(for: "? keys")
    try window.press("Enter")
    try window.wait(for: "👍 Pros (4)")
    try window.press("e")
    try window.type(" of mine")
    try window.wait(for: "+ Error reduction of mine")
    try daemon?.terminate()
    daemon = nil
    try window.wait("the connection is lost", isLost)
    daemon = try DaemonProcess(
      environment: ["XDG_STATE_HOME": directory.file("other")], in: directory, socket: socket)
    try window.wait(for: "end 69")
    expect(try window.lines().joined().contains("and another one listens at \(socket)"))
    expect(try window.keptText()?.contains("Error reduction of mine"), equals: true)
    withExtendedLifetime(daemon) {}
  }

  @Test func `a draft is brought back`() throws {
    var daemon: DaemonProcess? = try daemon()
    let window = try startBoard(try require(daemon))
    try window.press("o")
    try window.typeDraft()
    try daemon?.terminate()
    daemon = nil
    try window.wait("the connection is lost", isLost)
    daemon = try self.daemon()
    try window.wait { $0[0] == "New post" && $0.contains("Title: Trial") }
    try window.wait { $0.contains("It is faster.") }
    try window.press("s")
    try window.wait(for: "Trial")
    try window.press("Escape")
    try window.wait(for: "👍 Pros (4)")
  }

  @Test func `a post that others changed is replaced only after a question`() throws {
    var daemon: DaemonProcess? = try daemon()
    let path = "topics.ai.posts"
    var peer: Peer? = try daemon?.connect()
    let answer = try peer?.call("\(path).write", #"{"title":"Old","content":"Words"}"#)
    let id = try require(answer?["result", "id"]?.string)
    peer = nil
    let window = try startBoard(try require(daemon))
    try window.press("o")
    try window.wait(for: "Old")
    try window.press("Enter", "e", "e", "C-u")
    try window.type("Mine")
    try window.press("Enter")
    // The line is drawn before the field is closed.
    try window.wait { $0.contains("Title: Mine") && $0.last?.hasPrefix("? keys  q quit") == true }
    try daemon?.terminate()
    daemon = nil
    try window.wait("the connection is lost", isLost)
    daemon = try self.daemon(socket: "elsewhere.sock")
    try daemon?.connect().call("\(path).edit", #"{"id":"\#(id)","title":"Theirs"}"#)
    try daemon?.terminate()
    daemon = try self.daemon()
    try window.wait { !isLost($0) && $0.contains("Title: Mine") }
    try window.press("s")
    try window.wait(for: "Replace what the others wrote? [y/N]")
    expect(try window.lines().contains("now: Theirs"))
    try window.press("y")
    try window.wait { $0[0] == "Mine" && !$0.contains { $0.contains("being edited") } }
  }

  @Test func `a slow answer is waited for, until the user stops waiting`() throws {
    let daemon = try daemon()
    let window = try startBoard(daemon)
    daemon.process.signal(SIGSTOP)
    defer { daemon.process.signal(SIGCONT) }
    try window.press("+")
    try window.wait(for: "Waiting for the daemon")
    try window.press("j")
    try window.press("Escape")
    try window.wait(for: "The daemon has not answered yet")
    try window.press("j")
    try window.wait(for: "pro 2 · ")
    daemon.process.signal(SIGCONT)
    try window.wait(for: "+ Error reduction ×2")
  }

  @Test func `keys that are pressed before an answer are carried out after it`() throws {
    let daemon = try daemon()
    let window = try startBoard(daemon)
    daemon.process.signal(SIGSTOP)
    try window.press("+", "+", "J", "m")
    daemon.process.signal(SIGCONT)
    try window.wait(for: "- Error reduction ×3")
    try window.wait(for: "con 4 · ")
  }
}
