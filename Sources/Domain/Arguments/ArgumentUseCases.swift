/// What can be done with the arguments of a topic. A view model's test can replace it.
public protocol ArgumentUseCases {
  /// Returns both sides as they are now. Throws `.noTopic` or `.store`.
  func list(of topic: Topic.ID) async throws(BoardError) -> Stored<Board>

  /// Adds an argument to one side, and returns it. Throws `.invalid`, `.full`,
  /// `.duplicate`, `.noTopic` or `.store`.
  func add(
    _ side: Side, of topic: Topic.ID, text: String, weight: Int,
    author: String
  ) async throws(BoardError) -> Stored<Argument>

  /// Changes the text, the weight or both of an argument, and returns it; nil keeps the current value.
  ///
  /// - Parameter seen: the argument's date as the author saw it; nil to accept any.
  /// - Throws: `BoardError`: `.invalid`, also if text and weight are nil, `.notFound`, `.changed`,
  ///   `.duplicate`, `.noTopic` or `.store`.
  func change(
    _ side: Side, of topic: Topic.ID, id: Argument.ID, text: String?, weight: Int?,
    ifUpdated seen: Timestamp?, author: String
  ) async throws(BoardError) -> Stored<Argument>

  /// Moves an argument and returns it; it gets a new identifier on the other side.
  ///
  /// - Parameters:
  ///   - target: the side to which it is moved; nil for its own.
  ///   - next: the argument on that side before which it is put; nil for the end.
  ///   - seen: the argument's date as the author saw it; nil to accept any.
  /// - Throws: `BoardError`: `.notFound`, `.changed`, on the other side `.full` or `.duplicate`,
  ///   `.noTopic` or `.store`.
  func move(
    _ side: Side, of topic: Topic.ID, id: Argument.ID, to target: Side?,
    before next: Argument.ID?, ifUpdated seen: Timestamp?, author: String
  ) async throws(BoardError) -> Stored<Argument>

  /// Lets a person support an argument, or no longer do so, and returns it. Throws `.decided`, `.notFound`,
  /// `.tooManySupporters`, `.noTopic` or `.store`.
  func support(
    _ side: Side, of topic: Topic.ID, id: Argument.ID, _ isSupporting: Bool, person: String
  ) async throws(BoardError) -> Stored<Argument>

  /// Removes an argument and returns it.
  ///
  /// - Parameter seen: the argument's date as the author saw it; nil to accept any.
  /// - Throws: `BoardError`: `.notFound`, `.changed`, `.noTopic` or `.store`.
  func remove(
    _ side: Side, of topic: Topic.ID, id: Argument.ID, ifUpdated seen: Timestamp?,
    author: String
  ) async throws(BoardError) -> Stored<Argument>
}

/// The arguments of the topics of a store.
public struct StoreArguments: ArgumentUseCases, Sendable {
  private let gateway: any BoardsGateway
  private let now: CurrentTime

  public init(gateway: any BoardsGateway, now: @escaping CurrentTime) {
    self.gateway = gateway
    self.now = now
  }

  public func list(of topic: Topic.ID) async throws(BoardError) -> Stored<Board> {
    try await gateway.board(of: topic)
  }

  public func add(
    _ side: Side, of topic: Topic.ID, text: String, weight: Int = Limits.defaultWeight,
    author: String
  ) async throws(BoardError) -> Stored<Argument> {
    try await gateway.update(topic) { [now] board throws(BoardError) in
      try board.add(side, text: text, weight: weight, author: author, at: now())
    }
  }

  public func change(
    _ side: Side, of topic: Topic.ID, id: Argument.ID, text: String? = nil, weight: Int? = nil,
    ifUpdated seen: Timestamp? = nil, author: String
  ) async throws(BoardError) -> Stored<Argument> {
    try await gateway.update(topic) { [now] board throws(BoardError) in
      try board.change(
        side, id: id, text: text, weight: weight, ifUpdated: seen, by: author, at: now())
    }
  }

  public func move(
    _ side: Side, of topic: Topic.ID, id: Argument.ID, to target: Side? = nil,
    before next: Argument.ID? = nil, ifUpdated seen: Timestamp? = nil, author: String
  ) async throws(BoardError) -> Stored<Argument> {
    try await gateway.update(topic) { [now] board throws(BoardError) in
      try board.move(
        side, id: id, to: target ?? side, before: next, ifUpdated: seen, by: author, at: now())
    }
  }

  public func support(
    _ side: Side, of topic: Topic.ID, id: Argument.ID, _ isSupporting: Bool = true, person: String
  ) async throws(BoardError) -> Stored<Argument> {
    try await gateway.update(topic) { [now] board throws(BoardError) in
      try board.support(side, id: id, isSupporting, by: person, at: now())
    }
  }

  public func remove(
    _ side: Side, of topic: Topic.ID, id: Argument.ID, ifUpdated seen: Timestamp? = nil,
    author: String
  ) async throws(BoardError) -> Stored<Argument> {
    try await gateway.update(topic) { [now] board throws(BoardError) in
      try board.remove(side, id: id, ifUpdated: seen, by: author, at: now())
    }
  }
}
