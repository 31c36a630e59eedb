internal import Glibc
internal import UVLoop

/// Ends the process as SIGINT and SIGTERM would, after it has cleaned up.
@LoopActor
final class EndSignals {
  private var signals: [Signal] = []

  init(_ cleanUp: @escaping @LoopActor () -> Void) {
    signals = [SIGINT, SIGTERM].compactMap { number in
      try? Signal(number) {
        cleanUp()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }
}
