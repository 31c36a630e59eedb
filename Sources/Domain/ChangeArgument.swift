/// Changes the text, the weight or both of an argument.
public struct ChangeArgument: Sendable {
  private let gateway: any ArgumentsGateway
  private let now: @Sendable () -> Timestamp

  /// - Parameter now: tells the present moment, on any thread, and again when the gateway retries.
  public init(gateway: any ArgumentsGateway, now: @escaping @Sendable () -> Timestamp) {
    self.gateway = gateway
    self.now = now
  }

  /// The new list and the argument as it is now; nil keeps what is there. Throws `.invalid`, also
  /// when both are nil, `.notFound`, `.duplicate`, `.noTopic` or `.store`.
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
