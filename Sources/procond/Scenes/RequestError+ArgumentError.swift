internal import Application
internal import BoxWire
internal import Domain

extension RequestError {
  /// The error as a client gets it.
  init(_ error: ArgumentError) {
    self =
      switch error {
      case .invalid(let rule): .invalid(member: rule.member, error.message)
      case .duplicate: RequestError(.failed, error.message, .reason("duplicate"))
      case .notFound(let id):
        RequestError(.notFound, ArgumentError.notFound(id: id.excerpt).message)
      case .noTopic: RequestError(.notFound, error.message)
      case .full: .limit("arguments", error.message)
      case .store: RequestError(.failed, error.message, .reason("store"))
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
