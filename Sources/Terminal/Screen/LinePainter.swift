package import UVLoop

/// Draws lines in place.
@LoopActor
package final class LinePainter: Painter {
  package let delivery = TerminalEcho.Delivery.lines

  private let frame: @LoopActor (_ columns: Int, _ rows: Int) -> [String]?
  private var isEntered = false
  /// What is on the screen; nil when all of it must be redrawn.
  private var drawn: [String]?

  /// - Parameter frame: returns the lines to draw, as ``TerminalScreen/redraw(_:)`` takes them; nil
  ///   draws nothing yet.
  package init(frame: @escaping @LoopActor (_ columns: Int, _ rows: Int) -> [String]?) {
    self.frame = frame
  }

  package func paint(columns: Int, rows: Int) -> [UInt8] {
    guard let frame = frame(columns, rows), frame != drawn else { return [] }
    let enter = isEntered ? [] : TerminalScreen.enter
    isEntered = true
    drawn = frame
    return enter + TerminalScreen.redraw(frame)
  }

  package func invalidate() {
    drawn = nil
  }

  package func leave() -> [UInt8] {
    isEntered = false
    drawn = nil
    return TerminalScreen.leave
  }
}
