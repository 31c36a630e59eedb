/// What can be done with the todos of a topic. A view model's test can replace it.
public protocol TodoUseCases {
  /// Returns the board as it is now. Throws `.noTopic` or `.store`.
  func board(of topic: Topic.ID) async throws(BoardError) -> Stored<Board>

  /// Adds a todo at the end, and returns it. Throws `.invalid`, `.tooManyTodos`, `.noTopic` or
  /// `.store`.
  func add(
    _ text: String, assignee: String?, due: Day?, to topic: Topic.ID, author: String
  ) async throws(BoardError) -> Stored<Todo>

  /// Changes a todo, and returns it.
  ///
  /// - Parameter seen: the todo's date as the author saw it; nil to accept any.
  /// - Throws: `BoardError`: `.invalid`, also if nothing is to change, `.noTodo`, `.changed`,
  ///   `.noTopic` or `.store`.
  func change(
    _ id: Todo.ID, of topic: Topic.ID, _ change: TodoChange, ifUpdated seen: Timestamp?,
    author: String
  ) async throws(BoardError) -> Stored<Todo>

  /// Puts a todo before another one, or at the end if `next` is nil, and returns it. Throws `.noTodo`,
  /// `.noTopic` or `.store`.
  func move(
    _ id: Todo.ID, of topic: Topic.ID, before next: Todo.ID?, author: String
  ) async throws(BoardError) -> Stored<Todo>

  /// Removes a todo, and returns it. Throws `.noTodo`, `.changed`, `.noTopic` or `.store`.
  func remove(
    _ id: Todo.ID, of topic: Topic.ID, ifUpdated seen: Timestamp?, author: String
  ) async throws(BoardError) -> Stored<Todo>
}

/// The todos of the topics of a store.
public struct StoreTodos: TodoUseCases, Sendable {
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
    _ text: String, assignee: String? = nil, due: Day? = nil, to topic: Topic.ID, author: String
  ) async throws(BoardError) -> Stored<Todo> {
    try await gateway.update(topic) { [now] board throws(BoardError) in
      try board.addTodo(text, assignee: assignee, due: due, by: author, at: now())
    }
  }

  public func change(
    _ id: Todo.ID, of topic: Topic.ID, _ change: TodoChange, ifUpdated seen: Timestamp? = nil,
    author: String
  ) async throws(BoardError) -> Stored<Todo> {
    try await gateway.update(topic) { [now] board throws(BoardError) in
      try board.changeTodo(id, change, ifUpdated: seen, by: author, at: now())
    }
  }

  public func move(
    _ id: Todo.ID, of topic: Topic.ID, before next: Todo.ID? = nil, author: String
  ) async throws(BoardError) -> Stored<Todo> {
    try await gateway.update(topic) { [now] board throws(BoardError) in
      try board.moveTodo(id, before: next, by: author, at: now())
    }
  }

  public func remove(
    _ id: Todo.ID, of topic: Topic.ID, ifUpdated seen: Timestamp? = nil, author: String
  ) async throws(BoardError) -> Stored<Todo> {
    try await gateway.update(topic) { [now] board throws(BoardError) in
      try board.removeTodo(id, ifUpdated: seen, by: author, at: now())
    }
  }
}
