internal import Glibc
public import UVLoop

extension Connection {
  /// Connects to the daemon at `path`. If its backlog is full, tries again after the pauses of
  /// `backoff`.
  ///
  /// - Throws: `LoopError`, such as ENOENT or ECONNREFUSED when no process listens, or EAGAIN when
  ///   the backlog stays full.
  public static func connect(
    to path: String, backoff: Backoff = .busyListener
  ) async throws(LoopError) -> Connection {
    var backoff = backoff
    while true {
      do throws(LoopError) {
        return Connection(try PipeConnection.connect(to: path))
      } catch {
        guard error.code == EAGAIN, !Task.isCancelled, let pause = backoff.next() else {
          throw error
        }
        await Pause.wait(for: pause)
      }
    }
  }

  /// Connects to the daemon at `place` and waits for its greeting. If the daemon is full, tries
  /// again as if it were too busy to accept. The connection may already be lost when this returns.
  ///
  /// - Returns: nil when no process listens there.
  package static func open(_ place: String) async throws(ConnectError) -> Connection? {
    var backoff = Backoff.busyListener
    while let connection = try await connect(ifSomebodyListensAt: place) {
      do throws(Disconnection) {
        try await connection.greeting()
        return connection
      } catch {
        if Task.isCancelled { throw .cancelled }
        if let error = ConnectError(notGreetedAt: place, error, isGreeted: connection.hello != nil)
        {
          throw error
        }
        guard error.isLimit else { return connection }
        guard let pause = backoff.next(atLeast: error.retryAfter) else { throw .full(place: place) }
        await Pause.wait(for: pause)
      }
    }
    return nil
  }

  private static func connect(
    ifSomebodyListensAt place: String
  ) async throws(ConnectError) -> Connection? {
    do throws(LoopError) {
      return try await connect(to: place)
    } catch {
      if Task.isCancelled { throw .cancelled }
      guard [ENOENT, ECONNREFUSED, ENOTDIR].contains(error.code) else {
        throw .unreachable(place: place, error)
      }
      return nil
    }
  }
}

extension ConnectError {
  /// The reason why another attempt would not help; nil for a daemon of our version.
  fileprivate init?(notGreetedAt place: String, _ disconnection: Disconnection, isGreeted: Bool) {
    switch disconnection {
    case .otherVersion(let version): self = .otherVersion(version)
    case .silent: self = .silent(place: place)
    case .noGreeting, .notJSON, .lineTooLong:
      guard !isGreeted else { return nil }
      self = .noDaemon(place: place)
    case .ended, .bye, .broken, .closed: return nil
    }
  }
}
