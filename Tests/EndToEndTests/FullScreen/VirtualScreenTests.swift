import Expectations
import SystemTestSupport
import Testing

/// The screen on which the tests see procon-tui shows what tmux shows.
@Suite(.blocking) struct VirtualScreenTests {
  /// They are sent in every fourth column, and neither erase nor move half of a wide character, nor
  /// begin behind the last column, nor step back to a line that was wrapped: terminals differ in that.
  private static let sequences = [
    "\r", "\n", "\u{1B}[6;20H\u{8}", "\t", "A", "procon", "日", "本語", "é", "e\u{301}", " ", "xyz",
    "\u{1B}[A", "\u{1B}[3B", "\u{1B}[7C", "\u{1B}[2D", "\u{1B}[H", "\u{1B}[5;39Hwraps",
    "\u{1B}[20G", "\u{1B}[4d", "\u{1B}[J", "\u{1B}[6;20H\u{1B}[1J", "\u{1B}[2J", "\u{1B}[K",
    "\u{1B}[6;20H\u{1B}[1K", "\u{1B}[2K", "\u{1B}[4X", "\u{1B}[4@", "\u{1B}[4P",
    "\u{1B}[r\u{1B}[7H\u{1B}[L",
    "\u{1B}[3;8r\u{1B}[5H\u{1B}[L", "\u{1B}[3;8r\u{1B}[5H\u{1B}[2M",
    "\u{1B}[S", "\u{1B}[2T", "\u{1B}M", "=\u{1B}[5b", "\u{1B}[3;8r", "\u{1B}[r", "\u{1B}7",
    "\u{1B}8", "\u{1B}[4habcd\u{1B}[4l", "\u{1B}[?25l", "\u{1B}[?25h", "\u{1B}[m", "\u{1B}[1m",
    "\u{1B}[2;4m", "\u{1B}[7m", "\u{1B}[22;27m", "\u{1B}[31m", "\u{1B}[38;5;130m",
    "\u{1B}[0;1;38;5;28m", "\u{1B}[39;49m", "\u{1B}(B\u{1B}[m",
  ]

  @Test func `random sequences draw the same`() throws {
    var random = SeededGenerator(seed: testSeed())
    let user = TestUser()
    let script = "stty raw -echo; printf ready; exec sleep infinity"
    let terminal = try VirtualTerminal(user, columns: 40, rows: 10, script)
    let tmux = try Tmux(user, columns: 40, rows: 10, script)
    let windows: [any TerminalWindow] = [terminal, tmux]
    for window in windows { try window.wait(for: "ready") }
    for step in 1...40 {
      var text = step % 10 == 0 ? "\u{1B}[m\u{1B}[?1049\(step % 20 == 0 ? "l" : "h")" : ""
      for _ in 1...20 {
        let (row, column) = (
          Int.random(in: 1...10, using: &random), Int.random(in: 0...7, using: &random) * 4 + 1
        )
        let sequence = Self.sequences.randomElement(using: &random) ?? ""
        text += "\u{1B}[\(row);\(column)H\(sequence)x"
      }
      text += "\u{1B}[10;30H<\(step)>"
      for window in windows {
        try window.draw(text)
        try window.wait(for: "<\(step)>")
      }
      let lines = try (here: terminal.lines(), there: tmux.lines())
      try require(lines.here == lines.there, "\(text.debugDescription)")
      var shown = VirtualScreen(columns: 40, rows: 10)
      shown.show("\u{1B}[?7l" + (try tmux.styledLines().prefix(10).joined(separator: "\r\n")))
      let styled = try terminal.styledLines()
      try require(styled == shown.styledLines, "\(text.debugDescription)")
      expect(try terminal.modes(), equals: try tmux.modes(), "\(text.debugDescription)")
    }
  }

  @Test func `a sequence that it does not know fails the test`() throws {
    let user = TestUser()
    for (text, name) in [("\u{1B}[5n", "[5n"), ("\u{1B}c", "c"), ("\u{7}", "U+7")] {
      let terminal = try VirtualTerminal(user, "printf ready; exec sleep infinity")
      try terminal.wait(for: "ready")
      try terminal.draw(text)
      let error = #expect(throws: DeadlinePassed.self) { try terminal.wait { _ in false } }
      expect(error?.soFar.contains(name), equals: true)
    }
  }
}
