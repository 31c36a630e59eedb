internal import Application
internal import BoxWire
internal import Domain

extension ImportError: AnsweredError {
  var requestError: RequestError {
    switch self {
    case .topic(_, .full): .limit("topics", message)
    case .argument(_, _, _, .full): .limit("arguments", message)
    case .post(_, _, .full): .limit("posts", message)
    case .store(let error): error.requestError
    case .nothingToImport, .topic, .argument, .post: .invalid(member: "topics", message)
    }
  }
}
