package import BoxClient
package import BoxWire

extension CommandContext: SessionConnector {
  package func perform(
    _ intent: String, _ parameters: Parameters, over connection: Connection
  ) async throws(Failure) -> JSONText {
    try await request(intent, parameters, awaitsEffect: true, over: connection)
  }
}

extension Failure: SessionFailure {
  package static func connectionLost(_ disconnection: Disconnection) -> Failure {
    .lost(disconnection)
  }

  package var refusal: RequestError? {
    if case .refused(let error, _, _) = self { error } else { nil }
  }
}
