internal import Application
internal import BoxWire
internal import Domain

extension StoreError: AnsweredError {
  var requestError: RequestError {
    switch self {
    case .full, .unavailable:
      RequestError(.unavailable, message, .retryAfter(Self.retryAfter))
    case .damaged: RequestError(.failed, message, .reason("store"))
    }
  }

  /// Until a person can have made room, or mended what is in the way.
  private static let retryAfter = Duration.seconds(5)
}
