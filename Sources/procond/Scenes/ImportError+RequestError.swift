internal import Application
internal import BoxWire
internal import Domain

extension ImportError {
  /// - Parameter member: the parameter that contains the topics.
  func requestError(about member: String) -> RequestError {
    switch self {
    case .topic(_, .full): .limit("topics", message)
    case .argument(_, _, _, .full): .limit("arguments", message)
    case .post(_, _, .full): .limit("posts", message)
    case .store(let error): error.requestError
    case .nothingToImport, .topic, .argument, .post: .invalid(member: member, message)
    }
  }
}
