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
