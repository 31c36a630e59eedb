package import BoxClient
package import BoxWire

extension CommandContext: SessionConnector {}

extension Failure: SessionFailure {
  package static func connectionLost(_ disconnection: Disconnection) -> Failure {
    .lost(disconnection)
  }

  package var refusal: RequestError? {
    if case .refused(let error, _, _) = self { error } else { nil }
  }
}
