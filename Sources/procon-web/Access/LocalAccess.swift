internal import Glibc
internal import OperatingSystem
internal import UVLoop

/// Lets in the browsers of the user who has started the gateway: each by a link that is valid once.
@LoopActor
final class LocalAccess: Access {
  private let sessions: BrowserSessions
  private let tokens: OneTimeTokens
  /// Of the user.
  private let name: String?

  init(_ sessions: BrowserSessions, _ tokens: OneTimeTokens) {
    self.sessions = sessions
    self.tokens = tokens
    name = if case .found(let name) = UserName(of: getuid()) { name } else { nil }
  }

  /// Lets a browser in that has a token.
  func answer(_ request: WebRequest) -> WebAnswer? {
    guard request.path == "/enter" else { return nil }
    guard request.method == .get, let token = request[query: "token"], tokens.redeem(token) else {
      return WebAnswer(
        .forbidden,
        .failure("This link was used already, or is too old. 'procon web' opens a new one."))
    }
    var answer = WebAnswer(seeOther: URLPath())
    answer.headers.append(("Set-Cookie", sessions.begin(as: nil, isSecure: false)))
    return answer
  }

  func visitor(of request: WebRequest) -> Visitor? {
    sessions.session(of: request, isSecure: false).map {
      Visitor(browser: $0.id, peer: nil, login: nil, name: name, mayLogIn: false)
    }
  }

  func refusal(of request: WebRequest) -> WebAnswer {
    WebAnswer(
      .forbidden,
      .failure("This browser is not known. 'procon web' opens a page that lets it in."))
  }

  func forget(_ visitor: Visitor) {}
}
