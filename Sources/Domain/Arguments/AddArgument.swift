/// Adds an argument to one side of a topic.
public struct AddArgument: Sendable {
  private let gateway: any ArgumentsGateway
  private let now: CurrentTime

  public init(gateway: any ArgumentsGateway, now: @escaping CurrentTime) {
    self.gateway = gateway
    self.now = now
  }

  /// Returns the argument that was added. Throws `.invalid`, `.full`,
  /// `.duplicate`, `.noTopic` or `.store`.
  public func callAsFunction(
    _ side: Side, of topic: Topic.ID, text: String, weight: Int = Limits.defaultWeight,
    author: String
  ) async throws(ArgumentError) -> Stored<Argument> {
    try await gateway.update(topic) { [now] board throws(ArgumentError) in
      try board.add(side, text: text, weight: weight, author: author, at: now())
    }
  }
}
