internal import Application
internal import BoxWire
internal import Domain

extension ArgumentError: AnsweredError {
  var requestError: RequestError {
    switch self {
    case .invalid(let rule): .invalid(member: rule.member, message)
    case .duplicate: RequestError(.failed, message, .reason("duplicate"))
    case .notFound(let id): RequestError(.notFound, Self.notFound(id: id.excerpt).message)
    case .changed(let id, let updated):
      RequestError(
        .conflict, Self.changed(id: id.excerpt, updated: updated).message,
        .updated(updated.rfc3339))
    case .superseded: RequestError(.failed, message, .reason("superseded"))
    case .noHistory: RequestError(.failed, message, .reason("no-history"))
    case .noTopic: RequestError(.notFound, message)
    case .full: .limit("arguments", message)
    case .store(let error): error.requestError
    }
  }
}

extension ArgumentError.BrokenRule {
  /// The parameter that breaks the rule.
  fileprivate var member: String {
    switch self {
    case .weightOutOfRange: "weight"
    case .author: "author"
    case .text, .nothingToChange: "text"
    }
  }
}
