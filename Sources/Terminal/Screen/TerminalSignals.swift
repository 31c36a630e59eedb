internal import Glibc
package import UVLoop

/// Restores a terminal before a signal ends or stops the program, and prepares it again when the
/// program continues. Ends on ``cancel()`` or release.
@LoopActor
package final class TerminalSignals {
  /// Whether a signal is about to end or stop the program.
  package var isRaising: Bool { raising != nil }

  private let restore: @LoopActor () async -> Void
  private let prepare: @LoopActor () -> Void
  private var signals: [Int32: UVLoop.Signal] = [:]
  /// Waits until the terminal is restored, then raises the received signal.
  private var raising: Task<Void, Never>?

  /// - Parameters:
  ///   - restore: restores the terminal's state from before the program.
  ///   - prepare: called when the program continues, perhaps more than once. Other jobs may have
  ///     changed the terminal.
  package init(
    restore: @escaping @LoopActor () async -> Void, prepare: @escaping @LoopActor () -> Void
  ) {
    self.restore = restore
    self.prepare = prepare
    Self.ends.forEach(endProgram)
    on(SIGTSTP) { [unowned self] in stop() }
    on(SIGCONT) { [unowned self] in self.prepare() }
  }

  /// Ctrl-C and Ctrl-\ are the last two.
  private static let ends = [SIGTERM, SIGHUP, SIGINT, SIGQUIT]

  /// Leaves the signals that end the program to others until ``resume()``: to another program on the
  /// terminal, and to what runs that one.
  package func suspend() {
    Self.ends.forEach(off)
  }

  package func resume() {
    guard raising == nil else { return }
    Self.ends.forEach(endProgram)
  }

  /// Gives the signals their default effects.
  package func cancel() {
    for number in signals.keys { off(number) }
  }

  private func endProgram(by number: Int32) {
    on(number) { [unowned self] in end(by: number) }
  }

  private func on(_ number: Int32, _ body: @escaping @LoopActor () -> Void) {
    signals[number] = try? UVLoop.Signal(number, body)
  }

  /// Restores the signal's default action now. Releasing the watcher from its own callback would do
  /// so too late.
  private func off(_ number: Int32) {
    signals.removeValue(forKey: number)?.cancel()
  }

  private func end(by number: Int32) {
    cancel()
    raising = LoopActor.task { [restore] in
      await restore()
      raise(number)
    }
  }

  private func stop() {
    guard raising == nil else { return }
    raising = LoopActor.task { [self] in
      await restore()
      off(SIGTSTP)
      raise(SIGTSTP)
      // The program was continued; or it was not stopped, since no shell could continue it.
      raising = nil
      on(SIGTSTP) { [unowned self] in stop() }
      prepare()
    }
  }
}
