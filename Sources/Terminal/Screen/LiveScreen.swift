internal import Glibc
package import UVLoop

/// Draws lines in place on a terminal, before each sleep of the loop if the lines or the terminal's
/// size changed. Restores the terminal at the end, and when a signal ends or stops the program.
@LoopActor
package final class LiveScreen {
  private let output: StandardOutput
  private let lines: @LoopActor (_ columns: Int, _ rows: Int) -> [String]?
  private var isDue = false
  private var drawnSize: (columns: Int, rows: Int)?
  /// The lines on the screen; nil when all of them must be redrawn.
  private var drawn: [String]?
  private var isEntered = false
  private var echo = TerminalEcho()
  private var hook: LoopHook?
  private var signals: [Int32: UVLoop.Signal] = [:]
  /// Waits for the terminal to be restored, then raises the received signal.
  private var raising: Task<Void, Never>?

  /// - Parameters:
  ///   - output: a terminal.
  ///   - lines: returns the lines to draw, none wider than the columns and at most as many as the
  ///     rows; nil draws nothing yet.
  package init(
    _ output: StandardOutput, lines: @escaping @LoopActor (_ columns: Int, _ rows: Int) -> [String]?
  ) {
    self.output = output
    self.lines = lines
    hook = LoopActor.beforeSleep { [unowned self] in draw() }
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      on(number) { [unowned self] in end(by: number) }
    }
    on(SIGTSTP) { [unowned self] in stop() }
    on(SIGCONT) { [unowned self] in resume() }
    // Wakes the loop; the hook checks the size.
    on(SIGWINCH) {}
  }

  /// Redraws before the loop sleeps.
  package func redraw() {
    isDue = true
  }

  /// Restores the terminal and stops drawing.
  package func end() {
    hook = nil
    for number in signals.keys { off(number) }
    leave()
  }

  private func draw() {
    guard !output.isBlocked, raising == nil else { return }
    let size = output.terminalSize ?? (80, 24)
    guard isDue || drawn == nil || drawnSize.map({ $0 != size }) ?? true else { return }
    guard let lines = lines(size.columns, size.rows) else { return }
    isDue = false
    drawnSize = size
    guard lines != drawn else { return }
    if !isEntered { echo.hide() }
    output.write((isEntered ? [] : TerminalScreen.enter) + TerminalScreen.redraw(lines: lines))
    isEntered = true
    drawn = lines
  }

  private func leave() {
    guard isEntered else { return }
    isEntered = false
    drawn = nil
    output.writeLast(TerminalScreen.leave)
    echo.restore()
  }

  private func on(_ number: Int32, _ body: @escaping @LoopActor () -> Void) {
    signals[number] = try? UVLoop.Signal(number, body)
  }

  /// Restores the signal's default action now. Releasing the watcher from its own callback would do
  /// so too late.
  private func off(_ number: Int32) {
    signals.removeValue(forKey: number)?.cancel()
  }

  /// Restores the terminal, then raises the signal for its default action.
  private func end(by number: Int32) {
    end()
    raising = LoopActor.task { [output] in
      await output.settle(within: StandardOutput.patience)
      raise(number)
    }
  }

  private func stop() {
    guard raising == nil else { return }
    leave()
    raising = LoopActor.task { [self] in
      await output.settle(within: StandardOutput.patience)
      off(SIGTSTP)
      raise(SIGTSTP)
      // The program was continued.
      raising = nil
      on(SIGTSTP) { [unowned self] in stop() }
    }
  }

  /// Other jobs may have drawn on the terminal and changed its settings.
  private func resume() {
    drawn = nil
    if isEntered { echo.hide() }
  }
}
