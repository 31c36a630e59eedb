extension Board {
  /// Undoes a change of the options. Throws what ``undo(_:by:at:)`` does.
  ///
  /// - Returns: the event that undoes it.
  mutating func takeBack(
    option event: TopicEvent, by author: String, at now: Timestamp
  ) throws(BoardError) -> TopicEvent {
    changedOptions(by: author, at: now)
    switch event {
    case .optionAdded(let option, _):
      let (index, board) = try expect(option)
      guard board.isEmpty else { throw .superseded }
      _ = options.remove(at: index)
      return .optionRemoved(board, at: index)
    case .optionRemoved(let board, let index):
      guard options[board.id] == nil else { throw .superseded }
      try refuseMoreOptions()
      try refuseDuplicate(of: board.option)
      return .optionAdded(board.option, at: options.insert(board, at: index))
    case .optionChanged(let old, let new):
      let found = try expect(new).board.option
      try refuseDuplicate(of: old)
      let option = Option(found, title: old.title, text: old.text, updated: now, by: author)
      replace(option)
      return .optionChanged(from: found, to: option)
    case .optionMoved(let option, let from, let to):
      try moveBack(&options, option.id, from: from, to: to)
      return .optionMoved(option, from: to, to: from)
    case .converted(let option):
      let (index, board) = try expect(option)
      guard pros.arguments.isEmpty, cons.arguments.isEmpty else { throw .superseded }
      _ = options.remove(at: index)
      for side in Side.allCases { self[side].fill(with: board[side], by: author, at: now) }
      return .optionRemoved(OptionBoard(option), at: index)
    default: preconditionFailure("not a change of the options")
    }
  }

  /// Undoes a change of the todos. Throws what ``undo(_:by:at:)`` does.
  ///
  /// - Returns: the event that undoes it.
  mutating func takeBack(
    todo event: TopicEvent, by author: String, at now: Timestamp
  ) throws(BoardError) -> TopicEvent {
    switch event {
    case .todoAdded(let todo, _):
      guard let found = todos[todo.id], found.isSame(as: todo) else { throw .superseded }
      let index = try todos.index(of: todo.id)
      _ = todos.remove(at: index)
      return .todoRemoved(found, at: index)
    case .todoRemoved(let todo, let index):
      guard todos[todo.id] == nil else { throw .superseded }
      try refuseMoreTodos()
      return .todoAdded(todo, at: todos.insert(todo, at: index))
    case .todoChanged(let old, let new):
      guard let found = todos[new.id], found.isSame(as: new) else { throw .superseded }
      let todo = Todo(old, updated: now.after(found.updated), by: author)
      todos.put(todo)
      return .todoChanged(from: found, to: todo)
    case .todoMoved(let todo, let from, let to):
      try moveBack(&todos, todo.id, from: from, to: to)
      return .todoMoved(todo, from: to, to: from)
    default: preconditionFailure("not a change of the todos")
    }
  }

  /// Checks that an option is still as a change left it, and returns it with its index.
  private func expect(_ option: Option) throws(BoardError) -> (index: Int, board: OptionBoard) {
    guard let index = options.elements.firstIndex(where: { $0.id == option.id }) else {
      throw .superseded
    }
    let board = options.elements[index]
    // Not its date: it may have been changed and changed back.
    guard (board.option.title, board.option.text) == (option.title, option.text) else {
      throw .superseded
    }
    return (index, board)
  }

  private func moveBack<Element>(
    _ list: inout CountedList<Element>, _ id: String, from: Int, to: Int
  ) throws(BoardError) {
    guard list.elements.indices.contains(to), list.elements[to].id == id else { throw .superseded }
    list.insert(list.remove(at: to), at: from)
  }
}
