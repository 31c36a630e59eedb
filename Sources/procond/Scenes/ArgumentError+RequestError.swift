internal import Application
internal import BoxWire
internal import Domain

extension ArgumentError: AnsweredError {
  var requestError: RequestError {
    switch self {
    case .invalid(let rule): .invalid(member: rule.member, message)
    case .duplicate: RequestError(.failed, message, .reason("duplicate"))
    case .notFound(let id): RequestError(.notFound, Self.notFound(id: id.excerpt).message)
    case .noTopic: RequestError(.notFound, message)
    case .full: .limit("arguments", message)
    case .store: RequestError(.failed, message, .reason("store"))
    }
  }
}

extension ArgumentError.BrokenRule {
  /// The parameter that breaks it.
  fileprivate var member: String {
    switch self {
    case .weightOutOfRange: "weight"
    case .text, .nothingToChange: "text"
    }
  }
}
