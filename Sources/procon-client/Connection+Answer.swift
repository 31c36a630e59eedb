internal import BoxClient
internal import BoxWire
internal import UVLoop

extension Connection {
  /// The answer to what is only nice to know: nil when it is a refusal, or does not come in time,
  /// after which the connection is closed.
  func answer(
    to method: String, _ parameters: Parameters, within patience: Duration
  ) async -> JSONText? {
    let deadline = Timer(after: patience) { [weak self] in self?.close() }
    defer { deadline.cancel() }
    return try? await call(method, parameters)
  }
}
