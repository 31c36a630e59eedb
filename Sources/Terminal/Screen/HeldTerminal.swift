internal import Glibc
package import UVLoop

/// The terminal of a program that fills it: draws before the loop sleeps what has changed, and leaves
/// the terminal as it was, also when a signal ends or stops the program.
@LoopActor
package final class HeldTerminal {
  private enum State {
    /// Nothing has been drawn.
    case untouched
    /// It shows what the painter has drawn, or will do so with the next frame.
    case held
    /// It is as it was, until the program continues.
    case left
    /// Another program has it.
    case lent
  }

  private let output: StandardOutput
  private var painter: (any Painter)?
  private var state = State.untouched
  private var echo = TerminalEcho()
  private var hook: LoopHook?
  private var signals: TerminalSignals?
  private var resizing: UVLoop.Signal?
  private var isDue = true
  private var pace = FramePace()
  /// Wakes the loop when a frame may be drawn.
  private var wake: Timer?
  /// Runs while the program was continued in the background.
  private var background: Timer?
  private var drawnSize = (columns: 0, rows: 0)

  /// - Parameters:
  ///   - output: a terminal.
  ///   - makePainter: makes what draws, for a terminal of this size. The terminal is not held if it
  ///     returns nil.
  package init?(
    _ output: StandardOutput,
    makePainter: @LoopActor (_ columns: Int, _ rows: Int) -> (any Painter)?
  ) {
    self.output = output
    // Before the painter, because ncurses leaves signals alone that are already handled. They may be
    // called after this object has gone.
    signals = TerminalSignals(
      restore: { [weak self, output] in
        self?.leave()
        await output.settle(within: StandardOutput.patience)
      },
      prepare: { [weak self] in if self?.state != .lent { self?.enter() } })
    // Wakes the loop; the hook checks the size.
    resizing = try? UVLoop.Signal(SIGWINCH) {}
    let size = size
    guard let painter = makePainter(size.columns, size.rows) else {
      signals?.cancel()
      return nil
    }
    self.painter = painter
    echo = TerminalEcho(painter.delivery)
    hook = LoopActor.beforeSleep { [unowned self] in draw() }
  }

  private var size: (columns: Int, rows: Int) { output.terminalSize ?? (80, 24) }

  /// Draws before the loop sleeps.
  package func redraw() {
    isDue = true
  }

  /// Draws everything again.
  package func redrawAll() {
    painter?.invalidate()
    isDue = true
  }

  /// Leaves the terminal to another program until ``resume()``. Returns once it has been left.
  package func suspend() async {
    signals?.suspend()
    leave()
    state = .lent
    await output.settle(within: StandardOutput.patience)
  }

  /// Draws again after ``suspend()``.
  package func resume() {
    state = .left
    signals?.resume()
    enter()
  }

  /// Leaves the terminal, and draws nothing from now on.
  package func end() {
    hook = nil
    wake = nil
    background = nil
    resizing?.cancel()
    leave()
    signals?.cancel()
  }

  private func draw() {
    guard state == .untouched || state == .held, !output.isBlocked, signals?.isRaising != true
    else { return }
    let size = size
    guard isDue || drawnSize != size, mayDraw() else { return }
    isDue = false
    drawnSize = size
    let bytes = painter?.paint(columns: size.columns, rows: size.rows) ?? []
    guard !bytes.isEmpty else { return pace.countHalf() }
    if state == .untouched { echo.hide() }
    state = .held
    output.write(bytes)
  }

  private func mayDraw() -> Bool {
    guard wake == nil else { return false }
    guard let wait = pace.wait(at: .now) else { return true }
    wake = Timer(after: wait) { [weak self] in self?.wake = nil }
    return false
  }

  /// Draws again. Other programs may have drawn on the terminal and changed its settings.
  private func enter() {
    guard echo.isOurs else {
      // After the signal that may have come with the one that continued the program.
      background = Timer(after: .zero) { [weak self] in self?.stopInBackground() }
      return
    }
    if state != .untouched {
      echo.hide()
      state = .held
    }
    redrawAll()
  }

  /// Stops the program again: in the background, it would draw over what the shell shows. Some shells
  /// ignore SIGTTIN.
  private func stopInBackground() {
    background = nil
    guard hook != nil, state != .lent, signals?.isRaising != true else { return }
    if echo.isOurs { enter() } else { raise(SIGSTOP) }
  }

  private func leave() {
    guard state == .held, let painter else { return }
    state = .left
    output.writeLast(painter.leave())
    echo.restore()
  }
}
