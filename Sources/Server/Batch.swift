internal import Loop
internal import Wire

/// The answers to a batch, until all are there.
@LoopActor
final class Batch {
  private var responses: [Response?]
  private var missing: Int
  /// Bytes of the results so far.
  private var size = 0
  private let finish: @LoopActor ([Response]) -> Void

  /// - Parameter finish: is given the responses in order, once there is one for each member.
  init(count: Int, finish: @escaping @LoopActor ([Response]) -> Void) {
    responses = Array(repeating: nil, count: count)
    missing = count
    self.finish = finish
  }

  /// - Parameters:
  ///   - id: of the member; nil when nothing is to be answered.
  ///   - outcome: its result, left out when all of them would be too much for one line.
  func answer(_ index: Int, _ id: JSONText?, _ outcome: Result<JSONText, RequestError>) {
    responses[index] = id.map { Response(id: $0, bounded(outcome)) }
    missing -= 1
    if missing == 0 { finish(responses.compactMap(\.self)) }
  }

  private func bounded(
    _ outcome: Result<JSONText, RequestError>
  ) -> Result<JSONText, RequestError> {
    guard case .success(let result) = outcome else { return outcome }
    guard size + result.bytes.count <= Limits.answer else {
      return .failure(
        .limit("answer", "the batch's answers would be over \(Limits.answer) bytes together"))
    }
    size += result.bytes.count
    return outcome
  }
}
