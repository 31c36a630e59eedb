import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// procon-tui and its terminal: drawing, resizing, and leaving it as it was.
@Suite(.blocking) struct FullScreenTests {
  private let one: FullScreenUser

  init() throws {
    one = try FullScreenUser()
  }

  private static let sizes = [(40, 10), (80, 24), (200, 60)]

  @Test func `topics and both sides of a board are visible at every size`() throws {
    for (columns, rows) in Self.sizes {
      let window = try one.start(columns: columns, rows: rows)
      expect(try window.lines().count, equals: rows)
      try window.wait(for: "Artificial Intel")
      try window.press("Enter")
      try window.wait {
        $0.contains { $0.contains("+ Error") } && $0.contains { $0.contains("- High") }
      }
      expect(try window.lines()[0].contains("Artificial Intelligence"))
      expect(try window.lines()[rows - 1].hasPrefix("? keys  q quit  a pro"))
    }
  }

  @Test func `a terminal below 40 by 10 shows a sentence until it is larger`() throws {
    let window = try one.startBoard()
    for (columns, rows) in [(39, 10), (40, 9)] {
      try window.resize(columns: columns, rows: rows)
      try window.wait { $0.joined(separator: " ").contains("this terminal has \(columns)×\(rows)") }
    }
    try window.resize(columns: 40, rows: 10)
    try window.wait(for: "+ Error reduction")
    expect(try window.lines().contains("👎 Cons (3)"))
    try window.resize(columns: 120, rows: 30)
    try window.wait { $0.contains { $0.contains("👍 Pros (4)") && $0.hasSuffix("👎 Cons (3)") } }
  }

  @Test(arguments: WindowKind.allCases)
  func `resizing keeps what is being edited`(in kind: WindowKind) throws {
    let window = try one.startBoard(in: kind)
    try window.press("a")
    try window.type("half a sen")
    try window.wait(for: "+ half a sen")
    try window.resize(columns: 50, rows: 14)
    try window.wait { $0.contains { $0.hasPrefix("+ half a sen") } && $0.count == 14 }
    try window.type("tence")
    try window.press("Enter")
    try window.wait { $0.contains("👍 Pros (5)") }
    try window.wait(for: "+ half a sentence")
  }

  @Test(arguments: sizes)
  func `Ctrl-L draws everything again`(columns: Int, rows: Int) throws {
    let window = try one.startBoard(columns: columns, rows: rows)
    let before = try window.lines()
    for (row, column) in [(2, 3), (4, columns / 2), (rows - 4, columns - 8), (rows, 9)] {
      try window.draw("\u{1B}[\(row);\(column)Hgarbage")
    }
    try window.wait { $0.filter { $0.contains("garbage") }.count == 4 }
    try window.press("C-l")
    // The row above the last one shows an age.
    try window.wait { lines in
      !lines.contains { $0.contains("garbage") } && lines.dropLast(2) == before.dropLast(2)
    }
  }

  // MARK: The end

  /// Starts the program between two descriptions of the terminal.
  private func startBetweenSettings(
    in kind: WindowKind, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
  ) throws -> any TerminalWindow {
    let window = try kind.window(
      one.user, columns: columns, rows: rows, environment: environment,
      "trap : INT QUIT; ulimit -c 0; stty -g > ~/before; procon-tui --socket \(one.daemon.socket); echo end $?; stty -g > ~/after; echo over"
    )
    try window.wait(for: "? keys")
    expect(try window.modes().isAlternate)
    return window
  }

  /// Compares two outputs of `stty -g`.
  private func expectSame(_ first: String, _ second: String) throws {
    let settings = [first, second].map { contents(of: one.user.directory.file("home/\($0)")) }
    expect(settings[0] != nil)
    expect(settings[0], equals: settings[1])
  }

  private func expectRestored(_ window: any TerminalWindow) throws {
    try expectSame("before", "after")
    expect(try window.modes(), equals: TerminalModes())
  }

  @Test(arguments: [("q", "end 0"), ("C-c", "end 130"), ("C-\\", "end 131")], sizes)
  func `keys that end it leave the terminal as it was`(
    end: (key: String, words: String), size: (columns: Int, rows: Int)
  ) throws {
    let window = try startBetweenSettings(
      in: .tmux(if: size.columns == 80), columns: size.columns, rows: size.rows)
    try window.press(end.key)
    try window.wait(for: end.words)
    try window.wait(for: "over")
    try expectRestored(window)
  }

  @Test(
    arguments: [(SIGTERM, "end 143"), (SIGHUP, "end 129")],
    [
      (keys: ["?"], text: "Search:"),
      (["Enter", "a", "x"], "+ x"), ([], "? keys"), (["Enter", "o", "n", "E"], "Editing"),
    ])
  func `signals that end it leave the terminal as it was`(
    end: (signal: Int32, words: String), state: (keys: [String], text: String)
  ) throws {
    let window = try startBetweenSettings(
      in: .tmux(if: state.keys.isEmpty),
      environment: ["EDITOR": "sh -c 'echo Editing; exec tail -f /dev/null'"])
    for key in state.keys { try window.press(key) }
    try window.wait(for: state.text)
    try one.signal(end.signal)
    try window.wait(for: end.words)
    try window.wait(for: "over")
    try expectRestored(window)
  }

  @Test(arguments: sizes)
  func `Ctrl-Z restores the terminal, and fg draws it again`(columns: Int, rows: Int) throws {
    let window = try WindowKind.tmux(if: columns == 80).window(
      one.user, columns: columns, rows: rows,
      "set -m; stty -g > ~/before; procon-tui --socket \(one.daemon.socket); stty -g > ~/stopped; "
        + "echo stopped; read x; fg; stty -g > ~/after; echo over")
    try window.wait(for: "? keys")
    try window.press("C-z")
    try window.wait(for: "stopped")
    expect(try window.modes(), equals: TerminalModes())
    try expectSame("before", "stopped")
    try window.press("Enter")
    try window.wait(for: "? keys")
    expect(try window.modes().reportsMouse)
    try window.press("Enter")
    try window.wait(for: "👍 Pros (4)")
    try window.press("q")
    try window.wait(for: "over")
    try expectSame("before", "after")
  }

  // MARK: Without a daemon

  @Test func `without a daemon it reports what to do`() throws {
    let client = try one.user.start(
      "procon-tui", ["--socket", one.user.directory.file("none")], input: .terminal,
      output: .terminal(PseudoTerminal()))
    expect(try client.waitForEnd(), equals: .exited(69))
    expect(client.terminal?.screen.text.contains("start procond"), equals: true)
  }
}
