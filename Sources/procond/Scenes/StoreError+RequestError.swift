internal import Application
internal import BoxWire
internal import Domain

extension StoreError: AnsweredError {
  var requestError: RequestError {
    switch self {
    case .full, .unavailable:
      RequestError(.unavailable, message, .retryAfter(Self.retryAfter))
    case .damaged: RequestError(.failed, message, .reason("store"))
    case .readOnly: RequestError(.notAllowed, message, .reason("read-only"))
    case .conflict: RequestError(.conflict, message)
    }
  }

  /// Gives a person time to make room, or to fix the fault.
  private static let retryAfter = Duration.seconds(5)
}
