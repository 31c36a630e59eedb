internal import BoxWire
internal import UVLoop

/// Takes the outcome of a request; called once, now or later.
typealias Reply = @LoopActor (Result<ResultValue, RequestError>) -> Void

/// What a request is answered.
enum ResultValue {
  case text(JSONText)
  /// JSON that others may be answered too.
  case shared(SharedBytes)

  @LoopActor var json: JSONText {
    switch self {
    case .text(let text): text
    case .shared(let shared): JSONText(valid: shared.bytes)
    }
  }
}
