internal import Glibc
internal import UVLoop

/// The signals that would end `lock` while it takes or holds a lock, which must be released first.
@LoopActor
final class LockSignals {
  /// The first signal that came before there was a command; nil when there was none.
  private(set) var received: Int32?
  /// The process of the command; nil before it runs.
  var child: Int32?

  private var handlers: [UVLoop.Signal] = []

  init() {
    handlers = [SIGINT, SIGQUIT, SIGTERM, SIGHUP].compactMap { number in
      try? UVLoop.Signal(number) { [weak self] in self?.receive(number) }
    }
  }

  private func receive(_ number: Int32) {
    guard let child else {
      received = received ?? number
      return
    }
    // The terminal sends these to the command as well, which decides what they mean.
    guard ![SIGINT, SIGQUIT].contains(number) else { return }
    kill(child, number)
  }

  /// Restores the default actions.
  func cancel() {
    for handler in handlers { handler.cancel() }
    handlers = []
  }
}
