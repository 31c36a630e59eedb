/// Logs users in: two attempts at a time, with turns for waiting peers (``LogInQueue``) and pauses
/// after failures (``LogInPauses``).
///
/// All sessions share one, because it counts the failures of all of them.
public final class LogIn: LogInUseCase {
  private let gateway: any UsersGateway
  private let now: () -> Duration
  private var pauses = LogInPauses()
  private let queue = LogInQueue(concurrent: LogIn.concurrent)

  /// A password takes a processor some 100 ms on purpose; other work needs the processors too.
  static let concurrent = 2

  /// - Parameter now: a clock that never goes back: the time since any fixed moment.
  public init(gateway: any UsersGateway, now: @escaping () -> Duration) {
    self.gateway = gateway
    self.now = now
  }

  public func callAsFunction(
    name: String, password: String, from peer: any Hashable & Sendable
  ) async throws(LogInError) -> (user: User, sessionToken: String) {
    let attempt = LogInPauses.Attempt(name: name, peer: peer)
    return try await make(attempt, token: nil) { () async throws(LogInError) in
      try await gateway.user(named: name, password: password)
    }
  }

  public func callAsFunction(
    token: String, from peer: any Hashable & Sendable
  ) async throws(LogInError) -> (user: User, sessionToken: String) {
    let attempt = LogInPauses.Attempt(name: nil, peer: peer)
    return try await make(attempt, token: token) { () async throws(LogInError) in
      try await gateway.user(withToken: token)
    }
  }

  private func make(
    _ attempt: LogInPauses.Attempt, token: String?,
    _ check: () async throws(LogInError) -> User
  ) async throws(LogInError) -> (user: User, sessionToken: String) {
    guard await queue.enter(from: attempt.peer) else {
      throw .tooEarly(retryAfter: Limits.logInPause.lowerBound)
    }
    defer { queue.leave() }
    // Nobody waits for the answer.
    if Task.isCancelled { throw .refused }
    // Not before it was its turn: attempts that waited together would all be made.
    if let wait = pauses.wait(before: attempt, at: now()) { throw .tooEarly(retryAfter: wait) }
    let user: User
    do {
      user = try await check()
    } catch {
      if error == .refused { pauses.fail(attempt, at: now()) }
      throw error
    }
    pauses.succeed(attempt)
    return try await gateway.issueToken(for: user, from: token)
  }
}
