internal import Glibc

/// What a terminal does by itself with what is typed on it: show it, which would spoil a board.
struct TerminalEcho {
  private let descriptor: Int32
  /// How the terminal was set before; nil while it is left alone.
  private var settings: termios?

  /// The terminal of standard input, else that of standard output.
  init() {
    descriptor = isatty(0) == 1 ? 0 : 1
  }

  /// Shows nothing that is typed from now on, unless the terminal is another job's now. To be called
  /// again after a stop, when whoever had the terminal meanwhile may have set it otherwise.
  mutating func hide() {
    guard isOurs else { return }
    var hidden = termios()
    if let settings {
      hidden = settings
    } else {
      guard tcgetattr(descriptor, &hidden) == 0 else { return }
      settings = hidden
    }
    hidden.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(descriptor, TCSANOW, &hidden)
  }

  /// Sets the terminal as it was before.
  mutating func restore() {
    guard var settings else { return }
    self.settings = nil
    if isOurs { tcsetattr(descriptor, TCSANOW, &settings) }
  }

  /// Whoever sets a terminal from the background is stopped. One that controls nobody may be set.
  private var isOurs: Bool {
    let group = tcgetpgrp(descriptor)
    return group < 0 || group == getpgrp()
  }
}
