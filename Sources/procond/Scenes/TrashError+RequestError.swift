internal import Application
internal import BoxWire
internal import Domain

extension TrashError: AnsweredError {
  var requestError: RequestError {
    switch self {
    case .noTrash: RequestError(.failed, message, .reason("no-trash"))
    case .notFound(let id): RequestError(.notFound, Self.notFound(id: id.excerpt).message)
    case .exists: RequestError(.failed, message, .reason("duplicate"))
    case .post(.noTopic): RequestError(.notFound, message)
    case .topic(let error): error.requestError
    case .post(let error): error.requestError
    case .store(let error): error.requestError
    }
  }
}
