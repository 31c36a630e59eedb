internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import UVLoop

/// What a client logs in with on each of its connections: at first the secret of the user, then the
/// token of the session.
///
/// The secret is kept no longer than it takes to log in.
@LoopActor
final class Credentials {
  /// The intent that logs in.
  nonisolated static let method = "session.login"
  /// The intent that ends a log-in.
  nonisolated static let ending = "session.logout"

  /// nil if only a token is used.
  private var source: SecretSource?
  /// The token with which the next connection logs in; nil before the first log-in.
  private var token: JSONText?
  private let canLogInLater: Bool
  private let patience: Duration

  /// - Parameters:
  ///   - source: nil to log in on no connection, until there is a token.
  ///   - canLogInLater: whether the client continues without a log-in whose token has ended.
  ///   - patience: the time in which a pipe with a secret must end.
  init(_ source: SecretSource?, canLogInLater: Bool = false, patience: Duration) {
    self.source = source
    self.canLogInLater = canLogInLater
    self.patience = patience
  }

  /// Logs in, if there is anything to log in with.
  ///
  /// - Parameters:
  ///   - call: calls the intent on a new connection.
  ///   - done: called with the answer.
  func logIn(
    _ call: (Parameters) async throws(Failure) -> JSONText, done: (JSONText) -> Void
  ) async throws(Failure) {
    if let token {
      do throws(Failure) {
        return done(try await request(Parameters([.token: token]), call))
      } catch {
        // Tokens end with the daemon that issued them.
        guard error.isWrongSecret else { throw error }
        if await source?.isRepeatable != true {
          guard canLogInLater else { throw error }
          return forget()
        }
      }
    }
    guard let source else { return }
    done(try await request(try await source.parameters(within: patience), call))
  }

  /// Remembers the token in the answer of a log-in.
  func remember(_ answer: JSONText) {
    token = answer[AnswerKey.token] ?? token
  }

  /// Forgets the secret and the token, so that later connections do not log in.
  func forget() {
    source = nil
    token = nil
  }

  private func request(
    _ parameters: Parameters, _ call: (Parameters) async throws(Failure) -> JSONText
  ) async throws(Failure) -> JSONText {
    do throws(Failure) {
      return try await call(parameters)
    } catch {
      guard case .refused(let refusal, _, _) = error else { throw error }
      throw .logInRefused(refusal)
    }
  }
}
