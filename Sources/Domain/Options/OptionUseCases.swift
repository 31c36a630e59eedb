/// What can be done with the options of a topic. A view model's test can replace it.
public protocol OptionUseCases {
  /// Returns the board as it is now. Throws `.noTopic` or `.store`.
  func board(of topic: Topic.ID) async throws(BoardError) -> Stored<Board>

  /// Adds an option at the end, and returns it. Throws `.decided`, `.invalid`, `.duplicate`,
  /// `.tooManyOptions`, `.noTopic` or `.store`.
  func add(
    _ title: String, text: String?, to topic: Topic.ID, author: String
  ) async throws(BoardError) -> Stored<Option>

  /// Makes the topic's own board that of a new first option, and returns that. Throws what `add` does.
  func convert(
    _ topic: Topic.ID, to title: String, text: String?, author: String
  ) async throws(BoardError) -> Stored<Option>

  /// Changes the title or the text of an option, or both, and returns it; nil keeps the current value,
  /// and an empty text removes it.
  ///
  /// - Parameter seen: the option's date as the author saw it; nil to accept any.
  /// - Throws: `BoardError`: `.decided`, `.invalid`, also if both are nil, `.noOption`, `.changed`,
  ///   `.duplicate`, `.noTopic` or `.store`.
  func change(
    _ id: Option.ID, of topic: Topic.ID, title: String?, text: String?, ifUpdated seen: Timestamp?,
    author: String
  ) async throws(BoardError) -> Stored<Option>

  /// Puts an option before another one, or at the end if `next` is nil, and returns it. Throws
  /// `.decided`, `.noOption`, `.noTopic` or `.store`.
  func move(
    _ id: Option.ID, of topic: Topic.ID, before next: Option.ID?, author: String
  ) async throws(BoardError) -> Stored<Option>

  /// Removes an option with its arguments, and returns it. Throws `.decided`, `.noOption`, `.changed`,
  /// `.noTopic` or `.store`.
  func remove(
    _ id: Option.ID, of topic: Topic.ID, ifUpdated seen: Timestamp?, author: String
  ) async throws(BoardError) -> Stored<OptionBoard>
}

/// The options of the topics of a store.
public struct StoreOptions: OptionUseCases, Sendable {
  private let gateway: any BoardsGateway
  private let now: CurrentTime

  public init(gateway: any BoardsGateway, now: @escaping CurrentTime) {
    self.gateway = gateway
    self.now = now
  }

  public func board(of topic: Topic.ID) async throws(BoardError) -> Stored<Board> {
    try await gateway.board(of: topic)
  }

  public func add(
    _ title: String, text: String? = nil, to topic: Topic.ID, author: String
  ) async throws(BoardError) -> Stored<Option> {
    try await gateway.update(topic) { [now] board throws(BoardError) in
      try board.addOption(title, text: text, by: author, at: now())
    }
  }

  public func convert(
    _ topic: Topic.ID, to title: String, text: String? = nil, author: String
  ) async throws(BoardError) -> Stored<Option> {
    try await gateway.update(topic) { [now] board throws(BoardError) in
      try board.convert(to: title, text: text, by: author, at: now())
    }
  }

  public func change(
    _ id: Option.ID, of topic: Topic.ID, title: String? = nil, text: String? = nil,
    ifUpdated seen: Timestamp? = nil, author: String
  ) async throws(BoardError) -> Stored<Option> {
    try await gateway.update(topic) { [now] board throws(BoardError) in
      try board.changeOption(
        id, title: title, text: text, ifUpdated: seen, by: author, at: now())
    }
  }

  public func move(
    _ id: Option.ID, of topic: Topic.ID, before next: Option.ID? = nil, author: String
  ) async throws(BoardError) -> Stored<Option> {
    try await gateway.update(topic) { [now] board throws(BoardError) in
      try board.moveOption(id, before: next, by: author, at: now())
    }
  }

  public func remove(
    _ id: Option.ID, of topic: Topic.ID, ifUpdated seen: Timestamp? = nil, author: String
  ) async throws(BoardError) -> Stored<OptionBoard> {
    try await gateway.update(topic) { [now] board throws(BoardError) in
      try board.removeOption(id, ifUpdated: seen, by: author, at: now())
    }
  }
}
