internal import Glibc
internal import Terminal
internal import UVLoop

/// The terminal: draws before the loop sleeps what has changed, passes on keys, and leaves the terminal
/// as it was, also when a signal ends or stops the program.
@LoopActor
final class Display {
  var pressed: (@LoopActor (Key) -> Void)?
  /// Called when the terminal is gone.
  var vanished: (@LoopActor () -> Void)?

  private let output: StandardOutput
  private let frame: @LoopActor (_ columns: Int, _ rows: Int) -> Canvas
  private var input: TerminalInput?
  private var screen: CursesScreen?
  private var echo = TerminalEcho(.keys)
  private var hook: LoopHook?
  private var signals: TerminalSignals?
  private var resizing: UVLoop.Signal?
  private var isDue = true
  private var pace = FramePace()
  /// Wakes the loop when a frame may be drawn.
  private var wake: Timer?
  private var isEntered = true
  /// Whether another program has the terminal.
  private var isSuspended = false
  private var drawnSize = (columns: 0, rows: 0)

  /// nil if nothing can be drawn on the terminal.
  ///
  /// - Parameter frame: returns what to draw.
  init?(
    _ output: StandardOutput, isColoured: Bool,
    frame: @escaping @LoopActor (_ columns: Int, _ rows: Int) -> Canvas
  ) {
    self.output = output
    self.frame = frame
    // Before ncurses, which leaves signals alone that are already handled. They may be called when the
    // screen has gone.
    signals = TerminalSignals(
      restore: { [weak self, output] in
        self?.leave()
        await output.settle(within: StandardOutput.patience)
      },
      prepare: { [weak self] in if self?.isSuspended == false { self?.enter() } })
    // Wakes the loop; the hook checks the size.
    resizing = try? UVLoop.Signal(SIGWINCH) {}
    input = TerminalInput { [weak self] in self?.ready($0) }
    let size = output.terminalSize ?? (80, 24)
    guard let input,
      let screen = CursesScreen(
        input, columns: size.columns, rows: size.rows, isColoured: isColoured)
    else {
      signals?.cancel()
      return nil
    }
    self.screen = screen
    echo.hide()
    // What is written last may be taken after the screen has gone.
    output.observer = { [weak self] event in
      switch event {
      case .drained: self?.isDue = true
      case .ended: self?.vanished?()
      }
    }
    hook = LoopActor.beforeSleep { [unowned self] in draw() }
  }

  /// Draws before the loop sleeps.
  func redraw() {
    isDue = true
  }

  /// Draws every cell again.
  func redrawAll() {
    screen?.invalidate()
    isDue = true
  }

  /// Copies a text to the clipboard of the terminal (xterm's OSC 52).
  func copy(_ text: String) {
    output.write(Array("\u{1B}]52;c;\(Base64.text(of: Array(text.utf8)))\u{7}".utf8))
  }

  /// Leaves the terminal to another program until ``resume()``. Returns once it has been left.
  func suspend() async {
    isSuspended = true
    signals?.suspend()
    leave()
    input?.pause()
    await output.settle(within: StandardOutput.patience)
  }

  func resume() {
    isSuspended = false
    signals?.resume()
    input?.resume()
    enter()
  }

  /// Draws again. Other programs may have drawn on the terminal and changed its settings.
  private func enter() {
    // In the background, it would draw over what the shell shows. Some shells ignore SIGTTIN.
    guard echo.isOurs else {
      raise(SIGSTOP)
      return
    }
    isEntered = true
    echo.hide()
    redrawAll()
  }

  /// Leaves the terminal, and reads and draws nothing from now on.
  func end() {
    hook = nil
    wake = nil
    input?.end()
    resizing?.cancel()
    leave()
    signals?.cancel()
  }

  private func ready(_ arrival: TerminalInput.Arrival) {
    for key in screen?.readKeys(isSequence: arrival == .sequence) ?? [] { pressed?(key) }
    guard arrival == .end else { return }
    // It would be reported again and again.
    input?.end()
    vanished?()
  }

  private func draw() {
    guard isEntered, !output.isBlocked, signals?.isRaising != true else { return }
    let size = output.terminalSize ?? (80, 24)
    guard isDue || drawnSize != size, mayDraw() else { return }
    isDue = false
    drawnSize = size
    let bytes = screen?.draw(frame(size.columns, size.rows)) ?? []
    if !bytes.isEmpty { output.write(bytes) }
  }

  private func mayDraw() -> Bool {
    guard wake == nil else { return false }
    guard let wait = pace.wait(at: .now) else { return true }
    wake = Timer(after: wait) { [weak self] in self?.wake = nil }
    return false
  }

  private func leave() {
    guard isEntered, let screen else { return }
    isEntered = false
    output.writeLast(screen.leave())
    echo.restore()
  }
}
