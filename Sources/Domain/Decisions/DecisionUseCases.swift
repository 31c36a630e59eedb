/// What can be done with the positions and the decision of a topic. A view model's test can replace it.
public protocol DecisionUseCases {
  /// Returns the board as it is now. Throws `.noTopic` or `.store`.
  func board(of topic: Topic.ID) async throws(BoardError) -> Stored<Board>

  /// Takes a position, in place of the person's previous one, and returns it.
  ///
  /// - Parameters:
  ///   - choice: nil to abstain.
  ///   - sentence: why; nil to give no reason.
  /// - Throws: `BoardError`: `.decided`, `.invalid`, `.tooManyPositions`, `.noOption`, `.noOptions`,
  ///   `.hasOptions`, `.noTopic` or `.store`.
  func takePosition(
    _ choice: Choice?, because sentence: String?, on topic: Topic.ID, person: String
  ) async throws(BoardError) -> Stored<Position>

  /// Takes back a person's position. Throws `.decided`, `.noPosition`, `.noTopic` or `.store`.
  func withdrawPosition(
    on topic: Topic.ID, person: String
  ) async throws(BoardError) -> Stored<Position>

  /// Sets the rule for the decision; nil for none. Throws `.decided`, `.invalid`, `.noTopic` or `.store`.
  func setRule(
    _ rule: DecisionRule?, of topic: Topic.ID, author: String
  ) async throws(BoardError) -> Stored<Void>

  /// Decides the question of a topic, or drops it.
  ///
  /// - Parameters:
  ///   - outcome: nil to drop the question without an answer.
  ///   - isOverride: whether the rule does not count.
  /// - Throws: `BoardError`: `.decided`, `.quorum`, `.objections`, `.noOption`, `.noOptions`,
  ///   `.hasOptions`, `.oneOption`, `.invalid`, `.noTopic` or `.store`.
  func decide(
    _ outcome: Choice?, on topic: Topic.ID, reason: String, isOverride: Bool, author: String
  ) async throws(BoardError) -> Stored<Decision>

  /// Decides the question of a topic if its rule says so; returns nil if it does not. Throws `.noTopic` or
  /// `.store`.
  ///
  /// - Parameter author: the name of the daemon.
  func closeByRule(
    _ topic: Topic.ID, as author: String
  ) async throws(BoardError) -> Stored<Decision?>

  /// Starts a new round, and returns the decision that it ends. Throws `.notDecided`, `.noTopic` or
  /// `.store`.
  func reopen(_ topic: Topic.ID, author: String) async throws(BoardError) -> Stored<Decision>

  /// Names the topic that replaces a decided one; nil for none. Throws `.notDecided`, `.ownSuccessor`,
  /// `.noTopic`, also for that topic, or `.store`.
  func supersede(
    _ topic: Topic.ID, by successor: Topic.ID?, author: String
  ) async throws(BoardError) -> Stored<Void>

  /// Raises an objection, and returns it. Throws `.decided`, `.invalid`, `.tooManyObjections`,
  /// `.noTopic` or `.store`.
  func object(
    _ text: String, to topic: Topic.ID, person: String
  ) async throws(BoardError) -> Stored<Objection>

  /// Does something with an open objection, and returns it.
  ///
  /// - Parameter isDecider: whether the person may decide the topic.
  /// - Throws: `BoardError`: `.decided`, `.invalid`, `.noObjection`, `.closed`, `.notAnswered`,
  ///   `.notObjector`, `.noTopic` or `.store`.
  func handle(
    _ objection: Objection.ID, of topic: Topic.ID, _ deed: ObjectionDeed, person: String,
    isDecider: Bool
  ) async throws(BoardError) -> Stored<Objection>
}

/// What can be done with an open objection.
public enum ObjectionDeed: Equatable, Sendable {
  /// Replies with this text.
  case answer(String)
  /// Ends it after an answer.
  case resolve
  /// Ends it by the person who has raised it.
  case withdraw
}

/// The decisions of a store.
public struct StoreDecisions: DecisionUseCases, Sendable {
  private let gateway: any BoardsGateway
  private let now: CurrentTime

  public init(gateway: any BoardsGateway, now: @escaping CurrentTime) {
    self.gateway = gateway
    self.now = now
  }

  public func board(of topic: Topic.ID) async throws(BoardError) -> Stored<Board> {
    try await gateway.board(of: topic)
  }

  public func takePosition(
    _ choice: Choice?, because sentence: String? = nil, on topic: Topic.ID, person: String
  ) async throws(BoardError) -> Stored<Position> {
    try await gateway.update(topic) { [now] board throws(BoardError) in
      try board.takePosition(choice, because: sentence, by: person, at: now())
    }
  }

  public func withdrawPosition(
    on topic: Topic.ID, person: String
  ) async throws(BoardError) -> Stored<Position> {
    try await gateway.update(topic) { [now] board throws(BoardError) in
      try board.withdrawPosition(of: person, at: now())
    }
  }

  public func setRule(
    _ rule: DecisionRule?, of topic: Topic.ID, author: String
  ) async throws(BoardError) -> Stored<Void> {
    try await gateway.update(topic) { [now] board throws(BoardError) in
      try board.setRule(rule, by: author, at: now())
    }
  }

  public func decide(
    _ outcome: Choice?, on topic: Topic.ID, reason: String, isOverride: Bool = false,
    author: String
  ) async throws(BoardError) -> Stored<Decision> {
    try await gateway.update(topic) { [now] board throws(BoardError) in
      try board.decide(outcome, reason: reason, isOverride: isOverride, by: author, at: now())
    }
  }

  public func closeByRule(
    _ topic: Topic.ID, as author: String
  ) async throws(BoardError) -> Stored<Decision?> {
    try await gateway.update(topic) { [now] board throws(BoardError) in
      board.closeByRule(as: author, at: now())
    }
  }

  public func reopen(
    _ topic: Topic.ID, author: String
  ) async throws(BoardError) -> Stored<Decision> {
    try await gateway.update(topic) { [now] board throws(BoardError) in
      try board.reopen(by: author, at: now())
    }
  }

  public func supersede(
    _ topic: Topic.ID, by successor: Topic.ID?, author: String
  ) async throws(BoardError) -> Stored<Void> {
    if let successor, successor != topic { _ = try await gateway.board(of: successor) }
    return try await gateway.update(topic) { [now] board throws(BoardError) in
      try board.supersede(by: successor, author: author, at: now())
    }
  }

  public func object(
    _ text: String, to topic: Topic.ID, person: String
  ) async throws(BoardError) -> Stored<Objection> {
    try await gateway.update(topic) { [now] board throws(BoardError) in
      try board.object(text, by: person, at: now())
    }
  }

  public func handle(
    _ objection: Objection.ID, of topic: Topic.ID, _ deed: ObjectionDeed, person: String,
    isDecider: Bool
  ) async throws(BoardError) -> Stored<Objection> {
    try await gateway.update(topic) { [now] board throws(BoardError) in
      switch deed {
      case .answer(let text): try board.answer(objection, text, by: person, at: now())
      case .resolve:
        try board.resolve(objection, by: person, isDecider: isDecider, at: now())
      case .withdraw: try board.withdrawObjection(objection, by: person, at: now())
      }
    }
  }
}
