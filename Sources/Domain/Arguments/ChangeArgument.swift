/// Changes the text, the weight or both of an argument.
public struct ChangeArgument: Sendable {
  private let gateway: any ArgumentsGateway
  private let now: CurrentTime

  public init(gateway: any ArgumentsGateway, now: @escaping CurrentTime) {
    self.gateway = gateway
    self.now = now
  }

  /// Returns the changed argument; nil keeps the current value.
  ///
  /// - Parameter seen: the argument's date as the author saw it; nil to accept any.
  /// - Throws: `ArgumentError`: `.invalid`, also if text and weight are nil, `.notFound`, `.changed`,
  ///   `.duplicate`, `.noTopic` or `.store`.
  public func callAsFunction(
    _ side: Side, of topic: Topic.ID, id: Argument.ID, text: String? = nil, weight: Int? = nil,
    ifUpdated seen: Timestamp? = nil, author: String
  ) async throws(ArgumentError) -> Stored<Argument> {
    try await gateway.update(topic) { [now] board throws(ArgumentError) in
      try board.change(
        side, id: id, text: text, weight: weight, ifUpdated: seen, by: author, at: now())
    }
  }
}
