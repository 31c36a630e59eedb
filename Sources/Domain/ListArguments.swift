/// Lists the arguments of one side of a topic.
public struct ListArguments: Sendable {
  private let gateway: any ArgumentsGateway

  public init(gateway: any ArgumentsGateway) {
    self.gateway = gateway
  }

  /// The list as it is now. Throws `.noTopic` or `.store`.
  public func callAsFunction(
    _ side: Side, of topic: Topic.ID
  ) async throws(ArgumentError) -> ArgumentList {
    try await gateway.query(side, of: topic)
  }
}
