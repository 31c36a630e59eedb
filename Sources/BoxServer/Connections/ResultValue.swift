internal import BoxWire
internal import UVLoop

/// Receives the outcome of a request; called once, now or later.
typealias Reply = @LoopActor (Result<ResultValue, RequestError>) -> Void

/// The result of a request.
enum ResultValue {
  case text(JSONText)
  /// JSON that may be the answer to other clients as well.
  case shared(SharedBytes)

  @LoopActor var json: JSONText {
    switch self {
    case .text(let text): text
    case .shared(let shared): JSONText(valid: shared.bytes)
    }
  }
}
