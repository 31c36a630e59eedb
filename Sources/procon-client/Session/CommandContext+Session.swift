internal import BoxClient
internal import BoxWire

extension CommandContext: SessionConnector {
  func request(
    _ method: String, _ parameters: Parameters, over connection: Connection
  ) async throws(Failure) -> JSONText {
    try await call(method, parameters, over: connection, suggests: false)
  }
}

extension Failure: SessionFailure {
  static func connectionLost(_ disconnection: Disconnection) -> Failure { .lost(disconnection) }

  var refusal: RequestError? {
    if case .refused(let error, _, _) = self { error } else { nil }
  }
}
