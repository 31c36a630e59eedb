package import BoardValues
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

extension Parameters {
  /// The parameters of a board's intent, in order; those that are nil are left out.
  package init(_ members: KeyValuePairs<ParameterName, JSONText?>) {
    self.init(
      members.compactMap { name, value in value.map { Member(name: name.rawValue, value: $0) } })
  }

  package subscript(name: ParameterName) -> JSONText? { self[name.rawValue] }
}
