internal import Glibc

/// The signals that end the program: they are kept back, and looked for where nothing is lost.
enum Interruption {
  private static var signals: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&set, signal) }
    return set
  }

  /// To be called first. From then on only ``check()`` sees them.
  static func prepare() {
    var set = signals
    sigprocmask(SIG_BLOCK, &set, nil)
    signal(SIGPIPE, SIG_IGN)
  }

  /// - Throws: `Failure.interrupted` when one has come.
  static func check() throws(Failure) {
    var set = signals
    var none = timespec()
    let signal = sigtimedwait(&set, nil, &none)
    if signal > 0 { throw .interrupted(signal: signal) }
  }
}
