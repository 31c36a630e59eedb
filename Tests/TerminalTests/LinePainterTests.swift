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
    #expect(paint() == [])
    page.lines = ["a"]
    #expect(paint() == TerminalScreen.enter + TerminalScreen.redraw(["a"]))
    #expect(paint() == [])
    page.lines = ["b"]
    #expect(paint() == TerminalScreen.redraw(["b"]))
    painter.invalidate()
    #expect(paint() == TerminalScreen.redraw(["b"]))
    #expect(painter.leave() == TerminalScreen.leave)
    #expect(paint() == TerminalScreen.enter + TerminalScreen.redraw(["b"]))
  }
}
