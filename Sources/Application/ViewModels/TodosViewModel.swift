public import BoardValues
public import Domain

/// The todos of one topic.
public typealias TodosViewModel = BoardListViewModel<TodoItem, any TodoUseCases>

extension TodosViewModel {
  /// Reads nothing yet: call ``fetch()``.
  public convenience init(topic: Topic.ID, _ useCases: any TodoUseCases, road: StoreRoad) {
    self.init(
      topic: topic, useCases, road: road,
      read: { useCases, topic throws(BoardError) in try await useCases.board(of: topic) },
      items: { $0.todos.elements.map(TodoItem.init) })
  }

  /// Adds a todo at the end, and returns its identifier. Throws `.invalid`, `.tooManyTodos`, `.noTopic`
  /// or `.store`.
  public func add(
    _ text: String, assignee: String?, due: Day?, author: String
  ) async throws(BoardError) -> Todo.ID {
    try await change { () async throws(BoardError) in
      try await useCases.add(text, assignee: assignee, due: due, to: topic, author: author)
    }.id
  }

  /// Changes a todo.
  ///
  /// - Parameter seen: the todo's date as the author saw it; nil to accept any.
  /// - Throws: `BoardError`: `.invalid`, also if nothing is to change, `.noTodo`, `.changed`, `.noTopic`
  ///   or `.store`.
  public func change(
    _ id: Todo.ID, _ change: TodoChange, ifUpdated seen: Timestamp? = nil, author: String
  ) async throws(BoardError) {
    _ = try await self.change { () async throws(BoardError) in
      try await useCases.change(id, of: topic, change, ifUpdated: seen, author: author)
    }
  }

  /// Puts a todo before another one, or at the end if `next` is nil. Throws `.noTodo`, `.noTopic` or
  /// `.store`.
  public func move(
    _ id: Todo.ID, before next: Todo.ID?, author: String
  ) async throws(BoardError) {
    _ = try await change { () async throws(BoardError) in
      try await useCases.move(id, of: topic, before: next, author: author)
    }
  }

  /// Removes a todo. Throws `.noTodo`, `.changed`, `.noTopic` or `.store`.
  public func remove(
    _ id: Todo.ID, ifUpdated seen: Timestamp?, author: String
  ) async throws(BoardError) {
    _ = try await change { () async throws(BoardError) in
      try await useCases.remove(id, of: topic, ifUpdated: seen, author: author)
    }
  }
}

extension TodoItem {
  public init(_ todo: Todo) {
    self.init(
      id: todo.id, text: todo.text, links: Links.orNil(in: todo.text), done: todo.isDone,
      assignee: todo.assignee, due: todo.due?.text, line: todo.words, author: todo.author,
      created: todo.created.known?.rfc3339, updated: todo.updated.known?.rfc3339,
      updatedBy: todo.updatedBy)
  }
}
