package import BoxClient
package import BoxWire
package import UVLoop

/// Waits for one answer of the daemon. The wait is reported after a second, and ends when the
/// daemon shows no sign of life for too long.
@LoopActor
package final class AnswerWait {
  /// Whether it ended without an answer.
  package private(set) var hasExpired = false

  private let timeout: Duration
  private let expire: @LoopActor () -> Void
  private var notice: Timer?
  private var deadline: Timer?
  private var pause: Timer?

  /// A daemon answers within milliseconds, or within two seconds when it must load something first.
  package nonisolated static let standard = Duration.seconds(10)

  /// After this time a user wonders why nothing happens.
  private static let noticeTime = Duration.seconds(1)

  /// - Parameters:
  ///   - timeout: the longest time without a sign of life.
  ///   - report: called once, when the answer is late.
  ///   - expire: called once, when the wait has ended without an answer.
  package init(
    timeout: Duration, report: @escaping @LoopActor () -> Void,
    expire: @escaping @LoopActor () -> Void
  ) {
    self.timeout = timeout
    self.expire = expire
    notice = Timer(after: Self.noticeTime, report)
    startDeadline()
  }

  /// Sends pings, so that the wait continues as long as the daemon answers them. For intents, which may
  /// take any time.
  package func ping(over connection: Connection) {
    // Two pings in the time in which one must be answered.
    pause = Timer(after: timeout / 2) { [weak self, weak connection] in
      connection?.send(Ping.method, Ping().parameters) { _ in
        guard let self, let connection, self.deadline != nil else { return }
        self.startDeadline()
        self.ping(over: connection)
      }
    }
  }

  /// Ends the wait, because the answer has arrived.
  package func end() {
    notice = nil
    deadline = nil
    pause = nil
  }

  private func startDeadline() {
    deadline = Timer(after: timeout) { [weak self] in
      guard let self else { return }
      end()
      hasExpired = true
      expire()
    }
  }
}

extension Connection {
  /// Returns the result of an optional request; nil when the daemon refuses it or does not answer
  /// in time. After a timeout, the connection is closed.
  package func optionalResult(
    of method: String, _ parameters: Parameters, within timeout: Duration
  ) async -> JSONText? {
    let deadline = Timer(after: timeout) { [weak self] in self?.close() }
    defer { deadline.cancel() }
    return try? await call(method, parameters)
  }
}
