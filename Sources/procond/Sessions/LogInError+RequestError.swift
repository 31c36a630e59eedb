internal import Application
internal import BoxWire
internal import Domain

extension LogInError: AnsweredError {
  var requestError: RequestError {
    switch self {
    case .refused: RequestError(.notAllowed, message, .reason("login"))
    case .busy: RequestError(.failed, message, .reason("busy"))
    case .tooEarly(let wait): RequestError(.unavailable, message, .retryAfter(wait))
    case .unavailable(let error): RequestError(.unavailable, message, error.requestError.fact)
    }
  }
}
