/// What can be done with the arguments of a topic. A view model's test can replace it.
public protocol ArgumentUseCases {
  /// Returns the board as it is now. Throws `.noTopic` or `.store`.
  func list(of topic: Topic.ID) async throws(BoardError) -> Stored<Board>

  /// Adds an argument to one column, and returns it. Throws `.decided`, `.invalid`, `.full`,
  /// `.duplicate`, `.noOption`, `.noTopic` or `.store`.
  func add(
    _ column: Column, of topic: Topic.ID, text: String, weight: Int,
    author: String
  ) async throws(BoardError) -> Stored<Argument>

  /// Changes the text, the weight or both of an argument, and returns it; nil keeps the current value.
  ///
  /// - Parameter seen: the argument's date as the author saw it; nil to accept any.
  /// - Throws: `BoardError`: `.invalid`, also if text and weight are nil, `.notFound`, `.changed`,
  ///   `.duplicate`, `.noTopic` or `.store`.
  func change(
    _ column: Column, of topic: Topic.ID, id: Argument.ID, text: String?, weight: Int?,
    ifUpdated seen: Timestamp?, author: String
  ) async throws(BoardError) -> Stored<Argument>

  /// Moves an argument and returns it; it gets a new identifier in another column.
  ///
  /// - Parameters:
  ///   - target: the column to which it is moved; nil for its own.
  ///   - next: the argument in that column before which it is put; nil for the end.
  ///   - seen: the argument's date as the author saw it; nil to accept any.
  /// - Throws: `BoardError`: `.notFound`, `.changed`, in another column `.full` or
  ///   `.duplicate`, `.noOption`, `.noTopic` or `.store`.
  func move(
    _ column: Column, of topic: Topic.ID, id: Argument.ID, to target: Column?,
    before next: Argument.ID?, ifUpdated seen: Timestamp?, author: String
  ) async throws(BoardError) -> Stored<Argument>

  /// Lets a person support an argument, or no longer do so, and returns it. Throws `.decided`, `.notFound`,
  /// `.tooManySupporters`, `.noTopic` or `.store`.
  func support(
    _ column: Column, of topic: Topic.ID, id: Argument.ID, _ isSupporting: Bool, person: String
  ) async throws(BoardError) -> Stored<Argument>

  /// Adds a comment to an argument, decided or not, and returns it. Throws `.notFound`, `.invalid`,
  /// `.tooManyComments`, `.noOption`, `.noTopic` or `.store`.
  func comment(
    on id: Argument.ID, _ column: Column, of topic: Topic.ID, text: String, author: String
  ) async throws(BoardError) -> Stored<Comment>

  /// Removes a comment and returns it. Throws `.notFound`, `.noComment`, `.noOption`, `.noTopic` or
  /// `.store`.
  func removeComment(
    _ comment: Comment.ID, on id: Argument.ID, _ column: Column, of topic: Topic.ID, author: String
  ) async throws(BoardError) -> Stored<Comment>

  /// Removes an argument and returns it.
  ///
  /// - Parameter seen: the argument's date as the author saw it; nil to accept any.
  /// - Throws: `BoardError`: `.notFound`, `.changed`, `.noTopic` or `.store`.
  func remove(
    _ column: Column, of topic: Topic.ID, id: Argument.ID, ifUpdated seen: Timestamp?,
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
    _ column: Column, of topic: Topic.ID, text: String, weight: Int = Limits.defaultWeight,
    author: String
  ) async throws(BoardError) -> Stored<Argument> {
    try await gateway.update(topic) { [now] board throws(BoardError) in
      try board.add(column, text: text, weight: weight, author: author, at: now())
    }
  }

  public func change(
    _ column: Column, of topic: Topic.ID, id: Argument.ID, text: String? = nil, weight: Int? = nil,
    ifUpdated seen: Timestamp? = nil, author: String
  ) async throws(BoardError) -> Stored<Argument> {
    try await gateway.update(topic) { [now] board throws(BoardError) in
      try board.change(
        column, id: id, text: text, weight: weight, ifUpdated: seen, by: author, at: now())
    }
  }

  public func move(
    _ column: Column, of topic: Topic.ID, id: Argument.ID, to target: Column? = nil,
    before next: Argument.ID? = nil, ifUpdated seen: Timestamp? = nil, author: String
  ) async throws(BoardError) -> Stored<Argument> {
    try await gateway.update(topic) { [now] board throws(BoardError) in
      try board.move(
        column, id: id, to: target ?? column, before: next, ifUpdated: seen, by: author, at: now())
    }
  }

  public func support(
    _ column: Column, of topic: Topic.ID, id: Argument.ID, _ isSupporting: Bool = true,
    person: String
  ) async throws(BoardError) -> Stored<Argument> {
    try await gateway.update(topic) { [now] board throws(BoardError) in
      try board.support(column, id: id, isSupporting, by: person, at: now())
    }
  }

  public func comment(
    on id: Argument.ID, _ column: Column, of topic: Topic.ID, text: String, author: String
  ) async throws(BoardError) -> Stored<Comment> {
    try await gateway.update(topic) { [now] board throws(BoardError) in
      try board.comment(on: id, column, text: text, author: author, at: now())
    }
  }

  public func removeComment(
    _ comment: Comment.ID, on id: Argument.ID, _ column: Column, of topic: Topic.ID, author: String
  ) async throws(BoardError) -> Stored<Comment> {
    try await gateway.update(topic) { [now] board throws(BoardError) in
      try board.removeComment(comment, on: id, column, by: author, at: now())
    }
  }

  public func remove(
    _ column: Column, of topic: Topic.ID, id: Argument.ID, ifUpdated seen: Timestamp? = nil,
    author: String
  ) async throws(BoardError) -> Stored<Argument> {
    try await gateway.update(topic) { [now] board throws(BoardError) in
      try board.remove(column, id: id, ifUpdated: seen, by: author, at: now())
    }
  }
}
