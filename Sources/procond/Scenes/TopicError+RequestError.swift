internal import Application
internal import BoxWire
internal import Domain

extension TopicError: AnsweredError {
  var requestError: RequestError {
    switch self {
    case .invalid: .invalid(member: "title", message)
    case .notFound(let id): RequestError(.notFound, Self.notFound(id: id.excerpt).message)
    case .changed(_, let updated): RequestError(.conflict, message, .updated(updated.rfc3339))
    case .full: .limit("topics", message)
    case .tooLarge: .limit("topic-bytes", message)
    case .store(let error): error.requestError
    }
  }
}
