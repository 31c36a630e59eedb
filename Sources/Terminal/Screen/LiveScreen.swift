internal import Glibc
package import UVLoop

/// Draws lines in place on a terminal, before each sleep of the loop if the lines or the terminal's
/// size changed. Restores the terminal at the end, and when a signal ends or stops the program.
@LoopActor
package final class LiveScreen {
  private let output: StandardOutput
  private let frame: @LoopActor (_ columns: Int, _ rows: Int) -> [String]?
  private var isDue = false
  private var drawnSize: (columns: Int, rows: Int)?
  /// What is on the screen; nil when all of it must be redrawn.
  private var drawn: [String]?
  private var isEntered = false
  private var echo = TerminalEcho(.lines)
  private var hook: LoopHook?
  private var signals: TerminalSignals?
  private var resizing: UVLoop.Signal?

  /// - Parameters:
  ///   - output: a terminal.
  ///   - frame: returns the lines to draw, as ``TerminalScreen/redraw(_:)`` takes them; nil draws
  ///     nothing yet.
  package init(
    _ output: StandardOutput,
    frame: @escaping @LoopActor (_ columns: Int, _ rows: Int) -> [String]?
  ) {
    self.output = output
    self.frame = frame
    hook = LoopActor.beforeSleep { [unowned self] in draw() }
    // They may be called when the screen has gone.
    signals = TerminalSignals(
      restore: { [weak self, output] in
        self?.leave()
        await output.settle(within: StandardOutput.patience)
      },
      prepare: { [weak self] in self?.resume() })
    // Wakes the loop; the hook checks the size.
    resizing = try? UVLoop.Signal(SIGWINCH) {}
  }

  /// Redraws before the loop sleeps.
  package func redraw() {
    isDue = true
  }

  /// Restores the terminal and stops drawing.
  package func end() {
    hook = nil
    signals?.cancel()
    resizing?.cancel()
    leave()
  }

  private func draw() {
    guard !output.isBlocked, signals?.isRaising != true else { return }
    let size = output.terminalSize ?? (80, 24)
    guard isDue || drawn == nil || drawnSize.map({ $0 != size }) ?? true else { return }
    guard let frame = frame(size.columns, size.rows) else { return }
    isDue = false
    drawnSize = size
    guard frame != drawn else { return }
    if !isEntered { echo.hide() }
    output.write((isEntered ? [] : TerminalScreen.enter) + TerminalScreen.redraw(frame))
    isEntered = true
    drawn = frame
  }

  private func leave() {
    guard isEntered else { return }
    isEntered = false
    drawn = nil
    output.writeLast(TerminalScreen.leave)
    echo.restore()
  }

  /// Other jobs may have drawn on the terminal and changed its settings.
  private func resume() {
    drawn = nil
    if isEntered { echo.hide() }
  }
}
