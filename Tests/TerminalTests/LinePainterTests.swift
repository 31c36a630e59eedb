import Expectations
import Terminal
import Testing
import UVLoop
import UVLoopTestSupport

@Suite(.enabled(if: LoopThread.isRunning)) struct LinePainterTests {
  @LoopActor
  private final class Page {
    var lines: [String]? = nil
  }

  @Test @LoopActor func `lines are drawn when they change, and the terminal is entered once`() {
    let page = Page()
    let painter = LinePainter { _, _ in page.lines }
    let paint = { painter.paint(columns: 80, rows: 24) }
    expect(paint(), equals: [])
    page.lines = ["a"]
    expect(paint(), equals: TerminalScreen.enter + TerminalScreen.redraw(["a"]))
    expect(paint(), equals: [])
    page.lines = ["b"]
    expect(paint(), equals: TerminalScreen.redraw(["b"]))
    painter.invalidate()
    expect(paint(), equals: TerminalScreen.redraw(["b"]))
    expect(painter.leave(), equals: TerminalScreen.leave)
    expect(paint(), equals: TerminalScreen.enter + TerminalScreen.redraw(["b"]))
  }
}
