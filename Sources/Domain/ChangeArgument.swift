/// Changes the text, the weight or both of an argument.
public struct ChangeArgument: Sendable {
  private let gateway: any ArgumentsGateway
  private let now: @Sendable () -> Timestamp

  /// - Parameter now: returns the current time. It is called on any thread, and again if the gateway
  ///   retries.
  public init(gateway: any ArgumentsGateway, now: @escaping @Sendable () -> Timestamp) {
    self.gateway = gateway
    self.now = now
  }

  /// The new list and the changed argument; nil keeps what is there. Throws `.invalid`, also if both
  /// are nil, `.notFound`, `.duplicate`, `.noTopic` or `.store`.
  public func callAsFunction(
    _ side: Side, of topic: Topic.ID, id: Argument.ID, text: String? = nil, weight: Int? = nil
  ) async throws(ArgumentError) -> (list: ArgumentList, argument: Argument) {
    let (list, argument) = try await gateway.update(side, of: topic) {
      [now] (list: inout ArgumentList) throws(ArgumentError) -> Argument in
      try list.change(id: id, text: text, weight: weight, at: now())
    }
    return (list, argument)
  }
}
