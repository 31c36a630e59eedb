internal import Application
internal import BoxWire
internal import Domain

extension PostError: AnsweredError {
  var requestError: RequestError {
    switch self {
    case .invalid(let rule): .invalid(member: rule.member, message)
    case .notFound(let id): RequestError(.notFound, Self.notFound(id: id.excerpt).message)
    case .changed(let id, let updated):
      RequestError(
        .conflict, Self.changed(id: id.excerpt, updated: updated).message,
        .updated(updated.rfc3339))
    case .superseded: RequestError(.failed, message, .reason("superseded"))
    case .noTopic: RequestError(.notFound, message)
    case .full: .limit("posts", message)
    case .store(let error): error.requestError
    }
  }
}

extension PostError.BrokenRule {
  /// The parameter that breaks the rule.
  fileprivate var member: String {
    switch self {
    case .title: "title"
    case .author: "author"
    case .content, .nothingToChange: "content"
    }
  }
}
