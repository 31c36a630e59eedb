internal import Glibc
public import Loop

extension Connection {
  /// Connects to the daemon at `path`. One whose backlog is full is tried again after growing
  /// pauses, as long as `pauses` has some.
  ///
  /// - Throws: `LoopError`, among others ENOENT or ECONNREFUSED when nobody listens, EAGAIN when
  ///   the backlog stays full.
  public static func connect(
    to path: String, pauses: Pauses = .busyListener
  ) async throws(LoopError) -> Connection {
    var pauses = pauses
    while true {
      do throws(LoopError) {
        return Connection(try PipeConnection.connect(to: path))
      } catch {
        guard error.code == EAGAIN, !Task.isCancelled, let pause = pauses.next() else {
          throw error
        }
        await Pause.wait(for: pause)
      }
    }
  }
}
