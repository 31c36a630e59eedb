/// The arguments of all topics, wherever they are kept.
public protocol ArgumentsGateway: Sendable {
  /// The list as it is now. Throws `.noTopic`, or `.store` when the gateway fails.
  func query(_ side: Side, of topic: Topic.ID) async throws(ArgumentError) -> ArgumentList

  /// Reads the list, changes it and stores it as one step, and returns it as stored, with what
  /// `change` returned.
  ///
  /// One step, because the rules look at the whole list: were reading and storing two, two people
  /// who add the same text at once would both find it missing, and one of two different additions
  /// would be lost. Nobody else's change falls in between. When `change` throws, its error is
  /// thrown on and nothing is stored. `change` may run on any thread, and again when a platform has
  /// to retry. Throws also `.noTopic`, or `.store` when the gateway fails.
  func update<Answer: Sendable>(
    _ side: Side, of topic: Topic.ID,
    _ change: @escaping @Sendable (inout ArgumentList) throws(ArgumentError) -> Answer
  ) async throws(ArgumentError) -> (list: ArgumentList, answer: Answer)
}
