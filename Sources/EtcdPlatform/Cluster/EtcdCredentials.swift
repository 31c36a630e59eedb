internal import BoxWire
internal import LoopHTTP
internal import UVLoop

/// A user of a cluster, and the token that proves it after the user's password was checked.
///
/// Members share tokens, which expire when they are not used, and do not outlive a restart of the
/// member unless they are signed.
@LoopActor
final class EtcdCredentials {
  /// nil if requests are made without a user.
  let user: String?
  private let password: @LoopActor () async -> String?
  private var token: Token?
  /// The authentication that is being made, whose result all requests use.
  private var authentication: Task<Void, Never>?
  /// That of the last authentication.
  private var result: Result<Token, Failure> = .success(.none)

  fileprivate enum Token: Equatable {
    case text(String)
    /// The cluster has no users, and takes requests without a token.
    case none
  }

  /// Why there is no token.
  enum Failure: Error {
    case final(EtcdError)
    /// Another member may be able to.
    case elsewhere(reason: String)

    init(_ error: HTTPError, at member: HTTPURL) {
      self = error == .cancelled ? .final(.cancelled) : .elsewhere(reason: error.reason(at: member))
    }
  }

  /// - Parameter password: returns nil if it cannot be read.
  init(user: String?, password: @escaping @LoopActor () async -> String?) {
    self.user = user
    self.password = password
  }

  /// Returns the headers that prove who the user is.
  ///
  /// - Parameter send: sends a request to authenticate to the member.
  func authorization(
    at member: HTTPURL,
    _ send: @escaping @LoopActor (JSONText) async -> Result<HTTPResponse, Failure>
  ) async -> Result<[HTTPHeader], Failure> {
    guard let user else { return .success([]) }
    if let token { return .success(token.headers) }
    // In its own task: it continues when a request that waits for it is cancelled.
    let task =
      authentication
      ?? LoopActor.task { [self] in
        result = await authenticate(user, send, at: "\(member.origin)")
        token = try? result.get()
        authentication = nil
      }
    authentication = task
    await task.value
    return result.map(\.headers)
  }

  /// Forgets a token that was refused, unless there is another one by now.
  ///
  /// - Parameter headers: with which the request was sent.
  func forget(_ headers: [HTTPHeader]) {
    if token?.headers == headers { token = nil }
  }

  private func authenticate(
    _ user: String, _ send: @LoopActor (JSONText) async -> Result<HTTPResponse, Failure>,
    at member: String
  ) async -> Result<Token, Failure> {
    guard let password = await password() else {
      return .failure(.elsewhere(reason: "the password of \(user) cannot be read"))
    }
    let body: JSONText = ["name": JSONText(user), "password": JSONText(password)]
    switch await send(body) {
    case .failure(let failure): return .failure(failure)
    case .success(let response): return read(response, at: member)
    }
  }

  private func read(_ response: HTTPResponse, at member: String) -> Result<Token, Failure> {
    if response.status == 200 {
      let token = (try? JSONText(parsing: response.body))?["token"]?.string
      return token.map { .success(.text($0)) }
        ?? .failure(.elsewhere(reason: "\(member): the answer has no token"))
    }
    let refusal = EtcdRefusal(response, of: "/v3/auth/authenticate", at: member)
    switch refusal.meaning {
    case .noUsers: return .success(.none)
    case .final(let error): return .failure(.final(error))
    default: return .failure(.elsewhere(reason: "\(member): \(refusal.reason)"))
    }
  }
}

extension EtcdCredentials.Token {
  fileprivate var headers: [HTTPHeader] {
    switch self {
    case .text(let token): [HTTPHeader("Authorization", token, isSecret: true)]
    case .none: []
    }
  }
}
