/// Access to the arguments of all topics of a store.
public protocol ArgumentsGateway: Sendable {
  /// The list as it is now. Throws `.noTopic`, or `.store` if the store fails.
  func query(_ side: Side, of topic: Topic.ID) async throws(ArgumentError) -> ArgumentList

  /// Reads the list, changes it and stores it in one atomic step. Returns it as stored, with what
  /// `change` returned.
  ///
  /// The step is atomic because the rules concern the whole list: otherwise two people could add the
  /// same text at once, and one of two different additions would be lost. If `change` throws, its
  /// error is rethrown and nothing is stored. `change` may run on any thread, and more than once if
  /// a platform has to retry. Also throws `.noTopic`, or `.store` if the store fails.
  func update<Answer: Sendable>(
    _ side: Side, of topic: Topic.ID,
    _ change: @escaping @Sendable (inout ArgumentList) throws(ArgumentError) -> Answer
  ) async throws(ArgumentError) -> (list: ArgumentList, answer: Answer)
}
