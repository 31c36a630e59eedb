internal import Application
internal import BoxServer
internal import BoxWire
internal import Domain

extension WritingError: AnsweredError {
  var requestError: RequestError {
    switch self {
    case .noDraft, .noPost: RequestError(.notFound, message)
    case .notEditing: RequestError(.failed, message, .reason("notEditing"))
    case .busy: RequestError(.failed, message, .reason("busy"))
    case .tooLong(let part, _): .limit(part.rawValue, message)
    case .notAllowed: RequestError(.notAllowed, message, .reason(Rights.reason))
    case .conflict(_, let updated): RequestError(.conflict, message, .updated(updated.rfc3339))
    case .post(let error): error.requestError
    }
  }
}
