internal import BoxWire
internal import Domain

extension RequestError {
  /// What a client is told of a failure.
  init(_ error: ArgumentError) {
    self =
      switch error {
      case .invalid(let member, _): .invalid(member: member, error.message)
      case .duplicate: RequestError(.failed, error.message, .reason("duplicate"))
      case .notFound, .noTopic: RequestError(.notFound, error.message)
      case .full: .limit("arguments", error.message)
      case .store: RequestError(.failed, error.message, .reason("store"))
      }
  }
}
