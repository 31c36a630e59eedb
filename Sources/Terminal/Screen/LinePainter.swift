package import UVLoop

/// Draws lines in place.
@LoopActor
package final class LinePainter: Painter {
  package let delivery: TerminalEcho.Delivery

  private let frame: @LoopActor (_ columns: Int, _ rows: Int) -> [String]?
  private let last: @LoopActor (_ columns: Int) -> [String]
  /// The width of the last frame.
  private var columns = 80
  private var isEntered = false
  /// What is on the screen; nil when all of it must be redrawn.
  private var drawn: [String]?

  /// - Parameters:
  ///   - delivery: how typed text reaches the program.
  ///   - frame: returns the lines to draw, as ``TerminalScreen/redraw(_:)`` takes them; nil draws nothing
  ///     yet.
  ///   - last: returns the lines that stay on the terminal when it is left, none wider than it.
  package init(
    _ delivery: TerminalEcho.Delivery = .lines,
    frame: @escaping @LoopActor (_ columns: Int, _ rows: Int) -> [String]?,
    last: @escaping @LoopActor (_ columns: Int) -> [String] = { _ in [] }
  ) {
    (self.delivery, self.frame, self.last) = (delivery, frame, last)
  }

  package func paint(columns: Int, rows: Int) -> [UInt8] {
    guard let frame = frame(columns, rows), frame != drawn else { return [] }
    let enter = isEntered ? [] : TerminalScreen.enter
    isEntered = true
    self.columns = columns
    drawn = frame
    return enter + TerminalScreen.redraw(frame)
  }

  package func invalidate() {
    drawn = nil
  }

  package func leave() -> [UInt8] {
    isEntered = false
    drawn = nil
    return TerminalScreen.leave + Array(last(columns).map { "\($0)\r\n" }.joined().utf8)
  }
}
