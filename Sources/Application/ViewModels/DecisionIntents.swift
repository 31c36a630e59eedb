public import BoardValues
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

  /// Decides the question, or drops it, and returns once that is shown.
  ///
  /// - Parameter outcome: nil to drop the question without an answer.
  /// - Throws: `BoardError`: `.decided`, `.invalid`, `.noTopic` or `.store`.
  public func decide(
    _ outcome: OutcomeName?, reason: String, author: String
  ) async throws(BoardError) {
    let decided = try await useCases.decide(
      outcome.map { Choice($0) }, on: topic, reason: reason, author: author)
    await road.wait(for: decided.version)
  }

  /// Starts a new round, and returns once that is shown. Throws `.notDecided`, `.noTopic` or `.store`.
  public func reopen(author: String) async throws(BoardError) {
    let reopened = try await useCases.reopen(topic, author: author)
    await road.wait(for: reopened.version)
  }
}

extension Choice {
  fileprivate init(_ name: OutcomeName) {
    switch name {
    case .yes: self = .yes
    case .no: self = .no
    }
  }
}
