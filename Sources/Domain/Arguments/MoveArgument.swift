/// Moves an argument before another one, or to the other side.
public struct MoveArgument: Sendable {
  private let gateway: any ArgumentsGateway
  private let now: CurrentTime

  public init(gateway: any ArgumentsGateway, now: @escaping CurrentTime) {
    self.gateway = gateway
    self.now = now
  }

  /// Returns the argument, which gets a new identifier on the other side.
  ///
  /// - Parameters:
  ///   - target: the side to which it is moved; nil for its own.
  ///   - next: the argument on that side before which it is put; nil for the end.
  ///   - seen: the argument's date as the author saw it; nil to accept any.
  /// - Throws: `ArgumentError`: `.notFound`, `.changed`, on the other side `.full` or `.duplicate`,
  ///   `.noTopic` or `.store`.
  public func callAsFunction(
    _ side: Side, of topic: Topic.ID, id: Argument.ID, to target: Side? = nil,
    before next: Argument.ID? = nil, ifUpdated seen: Timestamp? = nil, author: String
  ) async throws(ArgumentError) -> Stored<Argument> {
    try await gateway.update(topic) { [now] board throws(ArgumentError) in
      try board.move(
        side, id: id, to: target ?? side, before: next, ifUpdated: seen, by: author, at: now())
    }
  }
}
