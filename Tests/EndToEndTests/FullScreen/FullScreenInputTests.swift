import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// What arrives from the terminal of procon-tui in an unusual way.
@Suite(.blocking) struct FullScreenInputTests {
  private let one: FullScreenUser
  private let peer: Peer

  init() throws {
    one = try FullScreenUser()
    peer = try one.daemon.connect()
  }

  private func lastPro() throws -> String? {
    try peer.value("topics.ai.pros.items").elements?.last?["text"]?.string
  }

  /// Characters of three bytes each, so that a reading ends within one of them.
  @Test(arguments: 0..<3) func `a long paste is stored as it is`(offset: Int) throws {
    let window = try one.start(in: .tmux(if: offset == 1))
    try window.press("Enter", "o", "n")
    try window.wait(for: "cannot be saved yet")
    try window.press("e")
    try window.type("Long")
    try window.press("Enter", "c")
    let text = String(repeating: "x", count: offset) + String(repeating: "速い", count: 1500)
    try window.paste(text)
    try window.press("Enter")
    try window.wait(for: "s saves it")
    try window.press("s")
    try window.wait { $0.contains("Long") }
    let post = try require(try peer.value("topics.ai.posts.items").elements?.first)
    let id = try require(post["id"]?.string)
    let answer = try peer.call("topics.ai.posts.read", #"{"id":"\#(id)"}"#)
    expect(answer["result", "post", "content"]?.string, equals: text)
  }

  @Test func `a character that arrives in parts is typed`() throws {
    let terminal = try PseudoTerminal()
    let client = try one.start(on: terminal)
    try terminal.type("\r")
    try client.wait { terminal.contains("No breaks") }
    try terminal.type("a")
    for byte in Array("日👍".utf8) {
      try terminal.type([byte])
      // Long enough to be read.
      poll(nil, 0, 30)
    }
    try terminal.type("\r")
    try waitUntil("it is added") { try lastPro() == "日👍" }
  }

  /// Alt with a key, modified arrows, and F1 of the Linux console.
  @Test(arguments: ["xterm-256color", "screen", "linux"])
  func `an escape sequence without a meaning changes nothing`(type: String) throws {
    let sequences = [
      "\u{1B}d", "\u{1B}\u{7F}", "\u{1B}\r", "\u{1B}ö", "\u{1B}[1;8D", "\u{1B}[1;5D", "\u{1B}[1;3C",
      "\u{1B}[[A", "\u{1B}O5C",
    ]
    let terminal = try PseudoTerminal()
    let client = try one.start(on: terminal, environment: ["TERM": type])
    try terminal.type("\r")
    try client.wait { terminal.contains("No breaks") }
    for (number, sequence) in sequences.enumerated() {
      try terminal.type("\(sequence)aKept\(sequence) \(number)!\r")
      try waitUntil("it is added") { try lastPro() == "Kept \(number)!" }
      expect(try peer.value("topics.ai.pros.items").elements?.count, equals: 5 + number)
    }
    try terminal.type("q")
    expect(try client.waitForEnd(), equals: .exited(0))
  }

  @Test(arguments: WindowKind.allCases)
  func `Escape is a key of its own if another one follows later`(in kind: WindowKind) throws {
    let window = try one.startBoard(in: kind)
    try window.press("a")
    try window.type("Dropped")
    try window.wait(for: "+ Dropped")
    try one.discard(in: window)
    try window.wait(for: "? keys")
    try window.press("d")
    try window.wait(for: "Delete \"")
  }

  @Test func `a q that is typed ahead is a letter of the text`() throws {
    let window = try one.startBoard()
    try one.daemon.suspend()
    try window.press("+", "a")
    try window.type("quick")
    try window.press("Enter")
    one.daemon.process.signal(SIGCONT)
    try waitUntil("it is added") { try lastPro() == "quick" }
  }

  @Test func `Ctrl-C in the editor is for the editor`() throws {
    let editor =
      "sh -c 'trap \"echo Interrupted\" INT; echo Editing; until read x; do :; done; exit 1'"
    let window = try VirtualTerminal(
      one.user, environment: ["EDITOR": editor],
      "trap : INT; stty -g > ~/before; procon-tui --socket \(one.daemon.socket); stty -g > ~/after; "
        + "echo over")
    try window.wait(for: "? keys")
    try window.press("Enter", "o", "n", "E")
    try window.wait(for: "Editing")
    try window.press("C-c")
    try window.wait(for: "Interrupted")
    try window.press("Enter")
    try window.wait(for: "it exited with status 1")
    try window.press("x", "q")
    try window.wait(for: "over")
    let settings = ["before", "after"].map { contents(of: one.user.directory.file("home/\($0)")) }
    expect(settings[0] != nil)
    expect(settings[0], equals: settings[1])
  }

  @Test func `Ctrl-Z where no shell could continue it draws the screen again`() throws {
    let window = try VirtualTerminal(one.user, "exec procon-tui --socket \(one.daemon.socket)")
    try window.wait(for: "? keys")
    try window.press("C-z", "Enter")
    try window.wait(for: "👍 Pros (4)")
  }

  @Test func `in the background it draws nothing`() throws {
    let window = try VirtualTerminal(
      one.user,
      "set -m; procon-tui --socket \(one.daemon.socket); bg; echo stopped; read x; echo again; "
        + "read x; fg; echo over")
    try window.wait(for: "? keys")
    try window.press("C-z")
    try window.wait(for: "stopped")
    let process = try one.process()
    try waitUntil("it is stopped again") {
      contents(of: "/proc/\(process)/stat")?.split(separator: ")").last?.hasPrefix(" T") == true
    }
    try window.press("Enter")
    try window.wait(for: "again")
    expect(try !window.modes().isAlternate)
    try window.press("Enter")
    try window.wait(for: "? keys")
    try window.press("Enter")
    try window.wait(for: "👍 Pros (4)")
    try window.press("q")
    try window.wait(for: "over")
  }
}
