internal import Glibc
internal import UVLoop

/// A terminal on which lines are drawn in place, before each sleep of the loop if they or its size
/// changed. It leaves the terminal as it was, also when a signal ends or stops the program.
@LoopActor
final class LiveScreen {
  private let output: Output
  private let lines: @LoopActor (_ columns: Int, _ rows: Int) -> [String]?
  private var isDue = false
  private var drawnSize: (columns: Int, rows: Int)?
  /// What is on the screen; nil when it is to be drawn anew.
  private var drawn: [String]?
  private var isEntered = false
  private var echo = TerminalEcho()
  private var hook: LoopHook?
  private var signals: [Int32: UVLoop.Signal] = [:]

  /// - Parameters:
  ///   - output: a terminal.
  ///   - lines: what is to be shown, none wider and not more than fit; nil for nothing yet.
  init(_ output: Output, lines: @escaping @LoopActor (_ columns: Int, _ rows: Int) -> [String]?) {
    self.output = output
    self.lines = lines
    hook = LoopActor.beforeSleep { [unowned self] in draw() }
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      on(number) { [unowned self] in end(by: number) }
    }
    on(SIGTSTP) { [unowned self] in stop() }
    on(SIGCONT) { [unowned self] in goOn() }
    // The hook looks at the size by itself.
    on(SIGWINCH) {}
  }

  /// What is to be shown has changed.
  func redraw() {
    isDue = true
  }

  /// Leaves the terminal as it was. Nothing is drawn after it.
  func end() {
    hook = nil
    for number in signals.keys { off(number) }
    leave()
  }

  private func draw() {
    guard !output.isBlocked else { return }
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

  /// Gives the signal back its default action. Releasing it would not do that soon enough where its
  /// own callback is running.
  private func off(_ number: Int32) {
    signals.removeValue(forKey: number)?.cancel()
  }

  /// Leaves the terminal as it was, then lets the signal do what it does by default.
  private func end(by number: Int32) {
    end()
    raise(number)
  }

  private func stop() {
    leave()
    off(SIGTSTP)
    raise(SIGTSTP)
    // Continued.
    on(SIGTSTP) { [unowned self] in stop() }
  }

  /// What was drawn, and how the terminal was set, may not be so any more.
  private func goOn() {
    drawn = nil
    if isEntered { echo.hide() }
  }
}
