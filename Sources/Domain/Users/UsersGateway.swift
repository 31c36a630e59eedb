/// Access to the users who can log in.
///
/// A secret, which is a password or a token, is never stored in clear, and never part of an error.
public protocol UsersGateway: Sendable {
  /// Returns the user with this name and password. Takes as long for an unknown name as for a wrong
  /// password. Throws `.refused` or `.unavailable`.
  func user(named name: String, password: String) async throws(LogInError) -> User

  /// Returns the user with a configured token, or one from ``issueToken(for:from:)``. Throws `.refused`
  /// or `.unavailable`.
  func user(withToken token: String) async throws(LogInError) -> User

  /// Returns a new token with which the user can log in, and the user as it is when the token is
  /// issued. The token is valid for 12 hours, or until it is revoked; if the user has logged in with
  /// another token from here, no longer than that one.
  ///
  /// Throws `.refused` if the login no longer holds, and `.unavailable`.
  ///
  /// - Parameter token: the token with which the user has logged in; nil after a password.
  func issueToken(
    for user: User, from token: String?
  ) async throws(LogInError) -> (user: User, sessionToken: String)

  /// Ends the validity of a token from ``issueToken(for:from:)``, and of those that were issued to
  /// sessions that have logged in with it. Does nothing for an unknown token.
  ///
  /// - Parameter new: if it is one of these, it takes the token's place instead of ending with it.
  func revokeToken(_ token: String, replacedBy new: String?) async
}
