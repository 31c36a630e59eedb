internal import Glibc

/// The echo of a terminal, which shows what is typed, and would spoil a screen that a program draws
/// or reveal a password.
package struct TerminalEcho {
  /// How typed text reaches the program while its echo is hidden.
  package enum Delivery: Sendable {
    /// In lines, once they are complete; the terminal lets the user correct them.
    case lines
    /// Each key at once, for a program that draws the whole screen. Enter is CR. Ctrl-C and Ctrl-Z
    /// still send their signals. A line feed only moves the cursor down, as terminfo(5) describes it.
    case keys
  }

  private let descriptor: Int32
  private let delivery: Delivery
  /// The settings before `hide`; nil while they are unchanged.
  private var settings: termios?

  /// - Parameter descriptor: a terminal; nil uses that of standard input, or else that of standard
  ///   output.
  package init(_ delivery: Delivery = .lines, of descriptor: Int32? = nil) {
    self.descriptor = descriptor ?? (isatty(0) == 1 ? 0 : 1)
    self.delivery = delivery
  }

  /// Disables the echo, unless the terminal belongs to another job now. Call it again when the
  /// program continues after a stop: the shell or another job may have changed the settings.
  package mutating func hide() {
    guard isOurs else { return }
    remember()
    guard var hidden = settings else { return }
    hidden.c_lflag &= ~tcflag_t(ECHO)
    if delivery == .keys {
      hidden.c_lflag &= ~tcflag_t(ICANON)
      hidden.c_iflag &= ~tcflag_t(ICRNL)
      hidden.c_oflag &= ~tcflag_t(ONLCR)
    }
    tcsetattr(descriptor, TCSANOW, &hidden)
  }

  /// Remembers the settings, which it leaves unchanged, for `restore`.
  package mutating func remember() {
    var now = termios()
    if settings == nil, tcgetattr(descriptor, &now) == 0 { settings = now }
  }

  /// Restores the settings from before the first `hide`, or from `remember`.
  package mutating func restore() {
    guard var settings else { return }
    self.settings = nil
    if isOurs { tcsetattr(descriptor, TCSANOW, &settings) }
  }

  /// Whether the settings may be changed. The kernel stops a background job that changes its
  /// terminal's settings. A terminal that controls no session may be changed by any process.
  package var isOurs: Bool {
    let group = tcgetpgrp(descriptor)
    return group < 0 || group == getpgrp()
  }
}
