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
