import BoxWireTestSupport
import Glibc
import SystemTestSupport
import Testing

/// What others change while procon-tui shows it.
@Suite(.blocking) struct FullScreenChangeTests {
  private let one: FullScreenUser

  init() throws {
    one = try FullScreenUser()
  }

  @Test func `two windows see each other's edits`() throws {
    let left = try one.startBoard(name: "left")
    let right = try one.startBoard(columns: 40, rows: 10, name: "right")
    try left.press("a")
    try left.type("From the left")
    try left.press("Enter")
    try left.wait(for: "pro 5")
    try right.wait(for: "Pros (5)")
    try right.press("A")
    try right.type("From the right")
    try right.press("Enter")
    try left.wait(for: "- From the right")
    try right.press("K")
    try left.wait { $0[5].hasSuffix("- From the right") }
  }

  @Test func `a change by somebody else lights up for two seconds`() throws {
    let window = try one.startBoard()
    let peer = try one.daemon.connect()
    try peer.call("topics.ai.pros.add", #"{"text":"News"}"#)
    try window.wait(for: "+ News")
    let style = { try window.styledLines().first { $0.contains("+ News") } ?? "" }
    let lit = try style()
    try window.press("G")
    try window.wait(for: "added by")
    try window.wait { !$0.contains { $0.contains("added by") } }
    try window.press("k")
    try window.wait(for: "pro 4")
    #expect(try style() != lit)
  }

  @Test func `the user's own changes do not light up`() throws {
    let window = try one.startBoard()
    try window.press("a")
    try window.type("Mine")
    try window.press("Enter")
    try window.wait(for: "pro 5")
    #expect(try !window.lines().contains { $0.contains("added by") })
  }

  @Test func `a stale text is not saved before the user has seen the other one`() throws {
    let window = try one.startBoard()
    try window.press("e")
    try window.type(" of mine")
    try window.wait(for: "+ Error reduction of mine")
    let peer = try one.daemon.connect()
    try peer.call("topics.ai.pros.change", #"{"id":"1","text":"Theirs"}"#)
    try window.wait(for: "now: Theirs")
    try window.wait(for: "+ Error reduction of mine")
    try window.press("Enter")
    try window.wait(for: "Changed in the meantime.")
    try window.wait(for: "now: Theirs")
    try window.press("Enter")
    try window.wait(for: "? keys")
    try window.wait(for: "+ Error reduction of mine")
    try window.wait { !$0.contains { $0.contains("Theirs") } }
  }

  @Test func `Esc keeps the text of somebody else`() throws {
    let window = try one.startBoard()
    try window.press("e")
    try window.type("!")
    try window.wait(for: "+ Error reduction!")
    let peer = try one.daemon.connect()
    try peer.call("topics.ai.pros.change", #"{"id":"1","text":"Theirs"}"#)
    try window.wait(for: "now: Theirs")
    try window.press("Escape")
    try window.wait(for: "+ Theirs")
  }

  @Test func `what is edited may be deleted by somebody else`() throws {
    let window = try one.startBoard()
    try window.press("e")
    try window.type("!")
    let peer = try one.daemon.connect()
    try peer.call("topics.ai.pros.remove", #"{"id":"1"}"#)
    try window.wait(for: "now: (deleted)")
    try window.press("Enter")
    try window.wait(for: "there is no argument 1")
    try window.press("Escape")
    try window.wait(for: "? keys")
  }

  @Test func `a lost daemon is waited for, and the last state stays readable`() throws {
    let directory = TemporaryDirectory()
    var daemon: DaemonProcess? = try DaemonProcess(in: directory, store: .sqlite)
    let socket = try #require(daemon?.socket)
    let window = try Tmux(one.user, "procon-tui --socket \(socket)")
    try window.wait(for: "? keys")
    try window.press("Enter")
    try window.wait(for: "Pros (4)")
    try daemon?.terminate()
    daemon = nil
    try window.wait { $0[0].hasPrefix("The connection to the daemon is lost; trying again") }
    try window.wait(for: " s")
    try window.press("j", "+")
    try window.wait(for: "There is no connection to the daemon; nothing was changed.")
    #expect(try window.lines().contains { $0.contains("+ Increase work efficiency") })
    daemon = try DaemonProcess(in: directory, store: .sqlite)
    try window.wait { $0[0].hasPrefix("Topics (1)") }
    withExtendedLifetime(daemon) {}
  }

  @Test func `at rest it neither wakes nor draws`() throws {
    let terminal = try PseudoTerminal()
    let client = try one.user.start(
      "procon-tui", ["--socket", one.daemon.socket], input: .terminal, output: .terminal(terminal))
    try client.wait { String(decoding: terminal.bytes, as: UTF8.self).contains("? keys") }
    // Whatever the start has left to do.
    poll(nil, 0, 1000)
    let (wakeUps, bytes) = (try client.wakeUps, terminal.bytes.count)
    // The issue's ten seconds.
    poll(nil, 0, 10_000)
    #expect(try client.wakeUps == wakeUps)
    try terminal.type("?")
    try client.wait { String(decoding: terminal.bytes, as: UTF8.self).contains("show the keys") }
    #expect(terminal.bytes.count > bytes)
    client.signal(SIGKILL)
  }

  @Test func `one changed argument takes less than 300 bytes`() throws {
    let terminal = try PseudoTerminal()
    let client = try one.user.start(
      "procon-tui", ["--socket", one.daemon.socket], input: .terminal, output: .terminal(terminal))
    let contains = { (text: String) in
      String(decoding: terminal.bytes, as: UTF8.self).contains(text)
    }
    try client.wait { contains("? keys") }
    try terminal.type("\r")
    try client.wait { contains("No breaks") }
    let peer = try one.daemon.connect()
    let before = terminal.bytes.count
    try peer.call("topics.ai.pros.change", #"{"id":"4","text":"No pauses at all"}"#)
    try client.wait { contains("pauses at all") }
    #expect(terminal.bytes.count - before < 300)
    client.signal(SIGKILL)
  }
}
