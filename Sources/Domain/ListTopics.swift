/// Lists all topics, in order of creation.
public struct ListTopics: Sendable {
  private let gateway: any TopicsGateway

  public init(gateway: any TopicsGateway) {
    self.gateway = gateway
  }

  public func callAsFunction() async throws(ArgumentError) -> [Topic] {
    try await gateway.topics()
  }
}
