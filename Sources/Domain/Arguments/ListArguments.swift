/// Lists the arguments of a topic.
public struct ListArguments: Sendable {
  private let gateway: any ArgumentsGateway

  public init(gateway: any ArgumentsGateway) {
    self.gateway = gateway
  }

  /// Returns both sides as they are now. Throws `.noTopic` or `.store`.
  public func callAsFunction(of topic: Topic.ID) async throws(ArgumentError) -> Stored<Board> {
    try await gateway.board(of: topic)
  }
}
