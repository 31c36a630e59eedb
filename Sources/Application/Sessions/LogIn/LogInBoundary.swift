public import Boxes
public import Domain

/// What a session's client can ask of the login.
public protocol LogInInput: AnyObject {
  /// Replaces the name in the form, and clears its last failure. Longer texts than any name are cut.
  func setName(_ name: String)

  /// Logs a user in, in place of the one who is logged in. Returns the session's token, with which
  /// other sessions can log in as the same user. A nil parameter means "".
  ///
  /// Throws `LogInError`. All but `.busy` are also in the form.
  func logIn(withName name: String?, password: String?) async throws(LogInError) -> String

  /// Logs a user in with a configured token, or with that of another session.
  func logIn(withToken token: String?) async throws(LogInError) -> String

  /// Returns to the identity before any login, and revokes the session's token. Throws `.busy`
  /// during an attempt to log in.
  func logOut() async throws(LogInError)

  /// What another process needs to go on.
  var state: (name: String, login: SessionState.Login?) { get }

  /// Goes on with the state of another process.
  ///
  /// - Parameter login: the session's token, and the user as it is now, nil if the login no longer holds.
  func restore(name: String, _ login: (token: String, user: User?)?)
}

/// What the interactor sends to the presenter.
public protocol LogInOutput: AnyObject {
  /// The newest response.
  var response: Output<LogInResponse> { get }
}

/// The state of the login, without any secret.
public struct LogInResponse: Equatable, Sendable {
  /// The name in the form.
  public var name = ""
  /// Whether an attempt is in progress.
  public var isLoggingIn = false
  /// The user who is logged in; nil if none is.
  public var user: User?
  /// Why the last attempt failed; nil after a success, or once the name is changed.
  public var failure: LogInError?
  /// Whether the login has ended because the user was removed or has another secret. False once the
  /// name is changed or another attempt begins.
  public var hasEnded = false

  public init() {}
}
