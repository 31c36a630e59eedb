import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// procon-tui when its terminal goes away.
@Suite(.blocking) struct FullScreenEndTests {
  private let one: FullScreenUser

  init() throws {
    one = try FullScreenUser()
  }

  private func expectEnd(_ process: Int32) throws {
    try waitUntil("procon-tui has ended") { kill(process, 0) != 0 }
  }

  @Test(arguments: WindowKind.allCases)
  func `it ends when its terminal is gone`(kind: WindowKind) throws {
    var window: (any TerminalWindow)? = try one.startBoard(in: kind)
    let process = try one.process()
    withExtendedLifetime(window) {}
    window = nil
    try expectEnd(process)
  }

  @Test func `it ends when its terminal is gone and nobody sends SIGHUP`() throws {
    var window: (any TerminalWindow)? = try VirtualTerminal(
      one.user, "trap '' HUP; setsid --wait procon-tui --socket \(one.daemon.socket)")
    try window?.wait(for: "? keys")
    let process = try one.process()
    window = nil
    try expectEnd(process)
  }

  @Test func `it ends when the terminal of its input is gone`() throws {
    var input: PseudoTerminal? = try PseudoTerminal()
    let path = try require(input?.path)
    let output = try PseudoTerminal()
    let client = try one.user.shell(
      "exec procon-tui --socket \(one.daemon.socket) < \(path)", output: .terminal(output))
    try client.wait { output.contains(" keys") }
    try input?.type("\r")
    try client.wait { output.contains("No breaks") }
    input = nil
    expect(try client.waitForEnd(), equals: .exited(0))
    expect(!output.screen.isAlternate)
  }

  @Test func `a terminal that takes its time is left as it was`() throws {
    let peer = try one.daemon.connect()
    // Copied, they are more than a terminal holds.
    let text = String(repeating: "x", count: 500)
    for _ in 0..<200 { try peer.call("topics.ai.pros.add", #"{"text":"\#(text)"}"#) }
    let terminal = try PseudoTerminal()
    let settings = terminal.settings
    let client = try one.start(on: terminal)
    try terminal.type("\r")
    try client.wait { terminal.contains("No breaks") }
    try terminal.type("y")
    try waitUntil("the terminal is full") {
      var unread: Int32 = 0
      _ = ioctl(terminal.descriptor, UInt(FIONREAD), &unread)
      return unread > 1000
    }
    try terminal.type("q")
    try waitUntil("the session has ended") {
      try peer.value("daemon.stats")["connections"]?.integer == 1
    }
    expect(try client.waitForEnd(), equals: .exited(0), "\(client.errors)")
    expect(!terminal.screen.isAlternate && !terminal.screen.marksPaste)
    expect(terminal.settings, equals: settings)
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a signal while the user is in their editor ends the editor, too, and keeps the text`(
    signal: Int32
  ) throws {
    let editor = one.user.directory.file("editor")
    try write("stty raw -echo; echo Mine > $1; echo Editing $$; exec cat", to: editor)
    let terminal = try PseudoTerminal()
    let settings = terminal.settings
    let client = try one.start(on: terminal, environment: ["EDITOR": "sh \(editor)"])
    try terminal.type("\ron")
    try client.wait { terminal.contains("cannot be saved yet") }
    try terminal.type("E")
    try client.wait { terminal.contains("Editing ") }
    client.signal(signal)
    expect(try client.waitForEnd(), equals: .exited(128 + signal), "\(client.errors)")
    expect(!terminal.screen.isAlternate && !terminal.screen.marksPaste)
    expect(terminal.settings, equals: settings)
    let text = String(decoding: terminal.bytes, as: UTF8.self)
    let process = try require(text.firstMatch(of: /Editing (\d+)/).flatMap { Int32($0.1) })
    expect(kill(process, 0) != 0)
    let said = client.errors + text
    let path = try require(
      said.firstMatch(of: /your text is kept in (\/tmp\/procon-\w+\.md)/).map { String($0.1) })
    expect(contents(of: path), equals: "Mine\n")
    unlink(path)
  }

  @Test(arguments: [true, false], [true, false])
  func `of a text that is edited elsewhere when the terminal is gone, only a changed one is kept`(
    isChanged: Bool, isHungUp: Bool
  ) throws {
    let directory = TemporaryDirectory()
    let editor = one.user.directory.file("editor")
    try write("\(isChanged ? "echo Mine > $1; " : "")echo in the editor; cat", to: editor)
    let start = isHungUp ? "" : "trap '' HUP; setsid --wait "
    var window: (any TerminalWindow)? = try VirtualTerminal(
      one.user, environment: ["EDITOR": "sh \(editor)", "TMPDIR": directory.path],
      "\(start)procon-tui --socket \(one.daemon.socket)")
    try window?.wait(for: "? keys")
    try window?.press("Enter", "o", "n", "E")
    try window?.wait(for: "in the editor")
    let process = try one.process()
    window = nil
    try expectEnd(process)
    let files = entries(of: directory.path).filter { $0.hasPrefix("procon-") }
    expect(files.count, equals: (isChanged ? 1 : 0))
    for file in files { expect(contents(of: directory.file(file)), equals: "Mine\n") }
  }

  @Test func `it ends while a text is edited elsewhere and its terminal is gone`() throws {
    var window: (any TerminalWindow)? = try one.start(environment: [
      "EDITOR": "sh -c 'echo in the editor; cat'"
    ])
    try window?.press("Enter", "o", "n", "E")
    try window?.wait(for: "in the editor")
    let process = try one.process()
    window = nil
    try expectEnd(process)
  }
}
