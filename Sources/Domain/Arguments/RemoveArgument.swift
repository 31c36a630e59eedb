/// Removes an argument from one side of a topic.
public struct RemoveArgument: Sendable {
  private let gateway: any ArgumentsGateway
  private let now: CurrentTime

  public init(gateway: any ArgumentsGateway, now: @escaping CurrentTime) {
    self.gateway = gateway
    self.now = now
  }

  /// Returns the argument that was removed.
  ///
  /// - Parameter seen: the argument's date as the author saw it; nil to accept any.
  /// - Throws: `ArgumentError`: `.notFound`, `.changed`, `.noTopic` or `.store`.
  public func callAsFunction(
    _ side: Side, of topic: Topic.ID, id: Argument.ID, ifUpdated seen: Timestamp? = nil,
    author: String
  ) async throws(ArgumentError) -> Stored<Argument> {
    try await gateway.update(topic) { [now] board throws(ArgumentError) in
      try board.remove(side, id: id, ifUpdated: seen, by: author, at: now())
    }
  }
}
