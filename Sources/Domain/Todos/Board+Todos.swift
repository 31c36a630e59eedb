extension Board {
  // MARK: Todos

  /// Adds a todo at the end, decided or not. Throws `.invalid` or `.tooManyTodos`.
  public mutating func addTodo(
    _ text: String, assignee: String? = nil, due: Day? = nil, by author: String, at now: Timestamp
  ) throws(BoardError) -> Todo {
    let todo = try Todo(
      id: todos.nextID, text: text, assignee: assignee, due: due, author: author, created: now,
      updated: now, updatedBy: author)
    try refuseMoreTodos()
    let index = todos.insert(todo)
    record(.todoAdded(todo, at: index), author, now)
    return todo
  }

  /// Changes a todo, and returns it. One that already says this stays as it is.
  ///
  /// - Parameter seen: the todo's date as the author saw it; nil to accept any.
  /// - Throws: `BoardError`: `.invalid`, also if nothing is to change, `.noTodo` or `.changed`.
  public mutating func changeTodo(
    _ id: Todo.ID, _ change: TodoChange, ifUpdated seen: Timestamp? = nil, by author: String,
    at now: Timestamp
  ) throws(BoardError) -> Todo {
    guard change != TodoChange() else { throw .invalid(.nothingToChange) }
    if let text = change.text { _ = try Argument.rightText(text) }
    let old = try todos.find(id, ifUpdated: seen).element
    let new = try Todo(
      id: id, text: change.text ?? old.text, isDone: change.isDone ?? old.isDone,
      assignee: change.assignee ?? old.assignee, due: change.due ?? old.due, author: old.author,
      created: old.created, updated: now.after(old.updated), updatedBy: author)
    if new.isSame(as: old) { return old }
    todos.put(new)
    record(.todoChanged(from: old, to: new), author, now)
    return new
  }

  /// Puts a todo before another one, or at the end if `next` is nil, and returns it. Throws `.noTodo`.
  public mutating func moveTodo(
    _ id: Todo.ID, before next: Todo.ID?, by author: String, at now: Timestamp
  ) throws(BoardError) -> Todo {
    let todo = try todos.find(id, ifUpdated: nil).element
    guard let (from, to) = try todos.move(id, before: next) else { return todo }
    record(.todoMoved(todo, from: from, to: to), author, now)
    return todo
  }

  /// Removes a todo, and returns it. Throws `.noTodo` or `.changed`; see
  /// ``changeTodo(_:_:ifUpdated:by:at:)`` for `seen`.
  public mutating func removeTodo(
    _ id: Todo.ID, ifUpdated seen: Timestamp? = nil, by author: String, at now: Timestamp
  ) throws(BoardError) -> Todo {
    let (todo, index) = try todos.find(id, ifUpdated: seen)
    _ = todos.remove(at: index)
    record(.todoRemoved(todo, at: index), author, now)
    return todo
  }

  func refuseMoreTodos() throws(BoardError) {
    guard todos.elements.count < Limits.todos else { throw .tooManyTodos(limit: Limits.todos) }
  }
}
