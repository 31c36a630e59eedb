/// Access to the users who can log in.
///
/// A secret, which is a password or a token, is never stored in clear, and never part of an error.
public protocol UsersGateway: Sendable {
  /// Returns the user with this name and password. Takes as long for an unknown name as for a wrong
  /// password. Throws `.refused` or `.unavailable`.
  func user(named name: String, password: String) async throws(LogInError) -> User

  /// The same with a configured token, or one from ``issueToken(for:)``.
  func user(withToken token: String) async throws(LogInError) -> User

  /// Returns a new token with which the user can log in for 12 hours, or until it is revoked.
  func issueToken(for user: User) async -> String

  /// Ends the validity of a token from ``issueToken(for:)``. Does nothing for an unknown token.
  func revokeToken(_ token: String) async
}
