internal import Glibc

/// Waits for events on descriptors, and for signals that end the program.
final class Poller {
  /// A check for signals costs a system call, so it is made only once in this number of waits.
  private static let waitsBetweenChecks = 256
  /// Maximum time until a signal is noticed while nothing happens, in milliseconds.
  private static let slice = 100

  private let events: EventSet
  private var waits = 0

  init() throws(Failure) {
    events = try attempt { () throws(SystemError) in try EventSet() }
  }

  /// - Parameter token: identifies the descriptor in ``wait(milliseconds:_:)``.
  func add(
    _ descriptor: Int32, token: Int, _ awaited: EventSet.Events = .readable
  ) throws(Failure) {
    try attempt { () throws(SystemError) in try events.add(descriptor, token: token, awaited) }
  }

  func change(_ descriptor: Int32, token: Int, _ awaited: EventSet.Events) throws(Failure) {
    try attempt { () throws(SystemError) in try events.change(descriptor, token: token, awaited) }
  }

  /// Must be called before the descriptor is closed.
  func remove(_ descriptor: Int32) throws(Failure) {
    try attempt { () throws(SystemError) in try events.remove(descriptor) }
  }

  /// Waits, and passes on each event. The end of a connection counts as readable.
  ///
  /// - Returns: false when nothing happened within the time.
  /// - Throws: the error of `body`, or `Failure.interrupted`.
  func wait(
    milliseconds: Int, _ body: (_ token: Int, EventSet.Events) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    var rest = milliseconds
    repeat {
      waits += 1
      if waits % Self.waitsBetweenChecks == 0 { try Interruption.check() }
      let count = events.wait(milliseconds: min(rest, Self.slice))
      for index in 0..<count {
        let (token, happened) = events[index]
        let isEnded = !happened.isDisjoint(with: [.hangUp, .error])
        try body(token, isEnded ? happened.union(.readable) : happened)
      }
      if count > 0 { return true }
      try Interruption.check()
      rest -= Self.slice
    } while rest > 0
    return false
  }
}

/// The signals that end the program. They are blocked, and checked for where nothing is lost.
enum Interruption {
  private static var signals: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&set, signal) }
    return set
  }

  /// Blocks the signals: from then on only ``check()`` sees them.
  static func prepare() {
    var set = signals
    sigprocmask(SIG_BLOCK, &set, nil)
    signal(SIGPIPE, SIG_IGN)
  }

  /// - Throws: `Failure.interrupted` when a signal is pending.
  static func check() throws(Failure) {
    var set = signals
    var none = timespec()
    let signal = sigtimedwait(&set, nil, &none)
    if signal > 0 { throw .interrupted(signal: signal) }
  }
}
