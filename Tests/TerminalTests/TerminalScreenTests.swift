import Expectations
import Testing

@testable import Terminal

struct TerminalScreenTests {
  @Test func `leaving undoes entering`() {
    expect(text(TerminalScreen.enter), equals: "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l")
    expect(
      text(TerminalScreen.leave), equals: "\u{1B}[?2026l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    )
  }

  @Test func `a redraw is one synchronized update that erases each line before it is written`() {
    expect(
      redraw(["one", "two", "three"]),
      equals: "\u{1B}[?2026h\u{1B}[H\u{1B}[Kone\r\n\u{1B}[Ktwo\r\n\u{1B}[Jthree\u{1B}[?2026l")
  }

  @Test func `the last line has no line end, so that a full screen does not scroll`() {
    expect(redraw(["one"]), equals: "\u{1B}[?2026h\u{1B}[H\u{1B}[Jone\u{1B}[?2026l")
  }

  @Test func `a redraw without lines clears the screen`() {
    expect(redraw([]), equals: "\u{1B}[?2026h\u{1B}[H\u{1B}[J\u{1B}[?2026l")
  }

  private func redraw(_ lines: [String]) -> String {
    text(TerminalScreen.redraw(lines))
  }

  private func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
