import Testing

@testable import Terminal

struct TerminalScreenTests {
  @Test func `leaving undoes entering`() {
    #expect(text(TerminalScreen.enter()) == "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l")
    #expect(
      text(TerminalScreen.leave())
        == "\u{1B}[?2026l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
  }

  @Test func `a screen that reads keys has pasted text marked until it is left`() {
    #expect(text(TerminalScreen.enter(readsKeys: true)).hasSuffix("\u{1B}[?2004h"))
    #expect(text(TerminalScreen.leave(readsKeys: true)).contains("\u{1B}[?2004l"))
  }

  @Test func `a redraw is one synchronized update that erases each line before it is written`() {
    #expect(
      redraw(["one", "two", "three"])
        == "\u{1B}[?2026h\u{1B}[H\u{1B}[Kone\r\n\u{1B}[Ktwo\r\n\u{1B}[Jthree\u{1B}[?2026l")
  }

  @Test func `the last line has no line end, so that a full screen does not scroll`() {
    #expect(redraw(["one"]) == "\u{1B}[?2026h\u{1B}[H\u{1B}[Jone\u{1B}[?2026l")
  }

  @Test func `a redraw without lines clears the screen`() {
    #expect(redraw([]) == "\u{1B}[?2026h\u{1B}[H\u{1B}[J\u{1B}[?2026l")
  }

  @Test func `a cursor is shown in its column of the last line`() {
    #expect(redraw(["> ab"], cursor: 3).hasSuffix("> ab\r\u{1B}[3C\u{1B}[?25h\u{1B}[?2026l"))
    #expect(redraw([""], cursor: 0).hasSuffix("\u{1B}[J\r\u{1B}[?25h\u{1B}[?2026l"))
  }

  private func redraw(_ lines: [String], cursor: Int? = nil) -> String {
    text(TerminalScreen.redraw(ScreenFrame(lines, cursor: cursor)))
  }

  private func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
