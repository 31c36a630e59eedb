internal import Glibc
package import UVLoop

/// The keys that are typed on the terminal of standard input, one by one. Ends on ``end()`` or release.
///
/// The terminal is opened once more: polling makes an open file non-blocking, and the shell shares the
/// one of standard input.
@LoopActor
package final class TypedKeys {
  private let terminal: Int32
  private let typed: @LoopActor (String) -> Void
  private var poll: Poll?
  private var units = InputUnits()
  /// Waits for the rest of a sequence.
  private var patience: Timer?

  /// The time in which the rest of a sequence must follow.
  private static let escapeDelay = Duration.milliseconds(25)
  /// In bytes.
  private static let mostAtOnce = 4096

  /// - Parameter typed: called with each key: a character, or an escape sequence.
  /// - Returns: nil if standard input is not a terminal, or cannot be opened once more.
  package init?(_ typed: @escaping @LoopActor (String) -> Void) {
    guard StandardInput.isTerminal else { return nil }
    terminal = open("/proc/self/fd/0", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    self.typed = typed
    guard terminal >= 0 else { return nil }
    poll = try? Poll(terminal, .readable) { [unowned self] _ in read() }
  }

  isolated deinit {
    end()
    if terminal >= 0 { close(terminal) }
  }

  /// Reads nothing from now on.
  package func end() {
    patience = nil
    poll?.close()
    poll = nil
  }

  /// The rest of what was typed is reported again.
  private func read() {
    var bytes = [UInt8](repeating: 0, count: Self.mostAtOnce)
    let count = Glibc.read(terminal, &bytes, bytes.count)
    // A signal ends the program when its terminal is gone.
    guard count > 0 else { return count < 0 && [EAGAIN, EINTR].contains(errno) ? () : end() }
    report(units.append(bytes.prefix(count)))
    patience =
      units.hasSequence
      ? Timer(after: Self.escapeDelay) { [unowned self] in report(units.flush()) } : nil
  }

  private func report(_ units: [ArraySlice<UInt8>]) {
    for unit in units where poll != nil { typed(String(decoding: unit, as: UTF8.self)) }
  }
}
