internal import Application
internal import BoxServer
internal import BoxWire
internal import Domain

extension RouteError: AnsweredError {
  var requestError: RequestError {
    switch self {
    case .notAllowed(let path):
      RequestError(
        .notAllowed, Self.notAllowed(path: path.excerpt).message, .reason(Rights.reason))
    case .nothingReadable: RequestError(.notAllowed, message, .reason(Rights.reason))
    case .unknown(let path):
      RequestError(.notFound, Self.unknown(path: path.excerpt).message)
    case .noPost(let id, let path):
      RequestError(.notFound, Self.noPost(id: id.excerpt, at: path.excerpt).message)
    case .full: .limit("stack", message)
    case .draftOpen: RequestError(.failed, message, .reason("draftOpen"))
    case .postEdited: RequestError(.failed, message, .reason("postEdited"))
    case .superseded: RequestError(.failed, message, .reason("superseded"))
    case .store(let error): error.requestError
    }
  }
}
