internal import Client
internal import Loop
internal import Wire

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
