/// Removes an argument from one side of a topic.
public struct RemoveArgument: Sendable {
  private let gateway: any ArgumentsGateway
  private let now: @Sendable () -> Timestamp

  /// - Parameter now: returns the current time. It is called on any thread, and again if the gateway
  ///   retries.
  public init(gateway: any ArgumentsGateway, now: @escaping @Sendable () -> Timestamp) {
    self.gateway = gateway
    self.now = now
  }

  /// The new list and the argument that was removed. Throws `.notFound`, `.noTopic` or `.store`.
  public func callAsFunction(
    _ side: Side, of topic: Topic.ID, id: Argument.ID
  ) async throws(ArgumentError) -> (list: ArgumentList, argument: Argument) {
    let (list, argument) = try await gateway.update(side, of: topic) {
      [now] (list: inout ArgumentList) throws(ArgumentError) -> Argument in
      try list.remove(id: id, at: now())
    }
    return (list, argument)
  }
}
