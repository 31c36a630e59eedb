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

/// Logs users in, as ``LogIn`` does. An interactor's test can replace it.
public protocol LogInUseCase: AnyObject {
  /// Returns the user with this name and password, and a new token with which other sessions can
  /// log in as the same user: see ``UsersGateway/issueToken(for:from:)``.
  ///
  /// - Parameter peer: where the attempt comes from, such as the user ID of a process.
  /// - Throws: `LogInError`: `.refused`, `.tooEarly` or `.unavailable`.
  func callAsFunction(
    name: String, password: String, from peer: any Hashable & Sendable
  ) async throws(LogInError) -> (user: User, sessionToken: String)

  /// Logs in with a token, which is a configured one or a session's.
  func callAsFunction(
    token: String, from peer: any Hashable & Sendable
  ) async throws(LogInError) -> (user: User, sessionToken: String)
}

/// Why a user could not log in.
public enum LogInError: Error, Equatable, Sendable {
  /// Unknown name or token, or wrong password: callers do not learn which.
  case refused
  /// Another attempt on the same connection is in progress.
  case busy
  /// There were too many failures, or too many attempts of the same peer are waiting: the next one is
  /// allowed after this time.
  case tooEarly(retryAfter: Duration)
  /// No users are configured, or they cannot be read.
  case unavailable(StoreError)
}

/// Ends the validity of a session's token, and of the tokens of sessions that have logged in with it.
/// Those sessions stay logged in.
public struct LogOut: Sendable {
  private let gateway: any UsersGateway

  public init(gateway: any UsersGateway) {
    self.gateway = gateway
  }

  /// Does nothing for a token that is not, or no longer, valid.
  ///
  /// - Parameter new: the session's next token. It stays valid even if the session has logged in with
  ///   the old one.
  public func callAsFunction(_ token: String, replacedBy new: String? = nil) async {
    await gateway.revokeToken(token, replacedBy: new)
  }
}
