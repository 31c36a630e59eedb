internal import Client
internal import Glibc
internal import Loop
internal import Wire

/// Shows a topic as a board that fills the terminal, drawn in place before each sleep of the loop
/// if something changed.
@LoopActor
final class BoardScreen: SubscriptionView {
  private let topic: TopicName
  private let output: Output
  private let palette: Palette
  private var board: Board?
  /// What is on the screen; nil when it is to be drawn anew.
  private var drawn: [String]?
  private var isEntered = false
  private var echo = TerminalEcho()
  private var hook: LoopHook?
  private var signals: [Int32: Loop.Signal] = [:]

  /// - Parameter output: a terminal.
  init(topic: TopicName, output: Output, palette: Palette) {
    self.topic = topic
    self.output = output
    self.palette = palette
    hook = LoopActor.beforeSleep { [unowned self] in draw() }
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      on(number) { [unowned self] in end(by: number) }
    }
    on(SIGTSTP) { [unowned self] in stop() }
    on(SIGCONT) { [unowned self] in goOn() }
    // The hook looks at the size by itself.
    on(SIGWINCH) {}
  }

  let tellsLoss = true

  func change(_ boxes: Boxes, _ mirror: Mirror) {
    if mirror.isSynced { sync(mirror) }
  }

  func sync(_ mirror: Mirror) {
    board = Board(of: topic, in: mirror)
  }

  func lose(_ mirror: Mirror) {
    // What the mirror holds may be half of a change.
    board = board ?? Board(of: topic, in: Mirror())
    board?.notice = "The connection to the daemon is lost; trying again …"
  }

  func end() {
    hook = nil
    for number in signals.keys { off(number) }
    leave()
  }

  private func draw() {
    guard let board, !output.isBlocked else { return }
    let size = output.terminalSize ?? (80, 24)
    let lines = BoardRenderer(width: size.columns, height: size.rows, palette: palette).lines(board)
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
    signals[number] = try? Loop.Signal(number, body)
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
