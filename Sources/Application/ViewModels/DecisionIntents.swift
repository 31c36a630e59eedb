public import Domain

/// The intents that make and end the decision of one topic.
///
/// Apart from the view model that shows it: they need nothing that was read.
public struct DecisionIntents {
  public let topic: Topic.ID
  private let useCases: any DecisionUseCases
  private let road: StoreRoad

  public init(topic: Topic.ID, _ useCases: any DecisionUseCases, road: StoreRoad) {
    self.topic = topic
    self.useCases = useCases
    self.road = road
  }

  /// Sets the rule for the decision, nil for none, and returns once that is shown. Throws `.decided`,
  /// `.invalid`, `.noTopic` or `.store`.
  public func setRule(_ rule: DecisionRule?, author: String) async throws(BoardError) {
    let set = try await useCases.setRule(rule, of: topic, author: author)
    await road.wait(for: set.version)
  }

  /// Decides the question, or drops it, and returns once that is shown.
  ///
  /// - Parameters:
  ///   - outcome: nil to drop the question without an answer.
  ///   - isOverride: whether the rule does not count.
  /// - Throws: `BoardError`: `.decided`, `.quorum`, `.objections`, `.noOption`, `.noOptions`,
  ///   `.hasOptions`, `.oneOption`, `.invalid`, `.noTopic` or `.store`.
  public func decide(
    _ outcome: Choice?, reason: String, isOverride: Bool = false, author: String
  ) async throws(BoardError) {
    let decided = try await useCases.decide(
      outcome, on: topic, reason: reason, isOverride: isOverride,
      author: author)
    await road.wait(for: decided.version)
  }

  /// Decides the question if the rule says so. Returns whether it did. Throws `.noTopic` or `.store`.
  ///
  /// - Parameter author: the name of the daemon.
  public func closeByRule(as author: String) async throws(BoardError) -> Bool {
    try await useCases.closeByRule(topic, as: author).value != nil
  }

  /// Starts a new round, and returns once that is shown. Throws `.notDecided`, `.noTopic` or `.store`.
  public func reopen(author: String) async throws(BoardError) {
    let reopened = try await useCases.reopen(topic, author: author)
    await road.wait(for: reopened.version)
  }

  /// Names the topic that replaces a decided one, nil for none, and returns once that is shown. Throws
  /// `.notDecided`, `.ownSuccessor`, `.noTopic`, also for that topic, or `.store`.
  public func supersede(by successor: Topic.ID?, author: String) async throws(BoardError) {
    let superseded = try await useCases.supersede(topic, by: successor, author: author)
    await road.wait(for: superseded.version)
  }
}
