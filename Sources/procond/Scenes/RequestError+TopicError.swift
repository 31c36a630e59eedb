internal import Application
internal import BoxWire
internal import Domain

extension RequestError {
  /// The error as a client gets it.
  init(_ error: TopicError) {
    self =
      switch error {
      case .invalid: .invalid(member: "title", error.message)
      case .notFound(let id): RequestError(.notFound, TopicError.notFound(id: id.excerpt).message)
      case .store: RequestError(.failed, error.message, .reason("store"))
      }
  }
}
