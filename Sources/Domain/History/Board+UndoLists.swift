extension Board {
  /// Undoes a change of the options. Throws what ``undo(_:whichUndid:by:at:)`` does.
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

  /// Makes the topic's own board that of an option again. Throws what ``undo(_:whichUndid:by:at:)`` does.
  ///
  /// - Returns: the event that does it.
  mutating func convertAgain(
    to option: Option, by author: String, at now: Timestamp
  ) throws(BoardError) -> TopicEvent {
    guard options[option.id] == nil else { throw .superseded }
    try refuseMoreOptions()
    try refuseDuplicate(of: option)
    becomeOption(option, by: author, at: now)
    return .converted(option)
  }

  /// Removes an option again with its arguments. Throws what ``undo(_:whichUndid:by:at:)`` does.
  ///
  /// - Parameter removed: the option as it was removed before.
  /// - Returns: the event that does it.
  mutating func removeAgain(
    _ removed: OptionBoard, by author: String, at now: Timestamp
  ) throws(BoardError) -> TopicEvent {
    let (index, board) = try expect(removed.option)
    guard Side.allCases.allSatisfy({ board[$0].hasSame(as: removed[$0]) }) else {
      throw .superseded
    }
    _ = options.remove(at: index)
    changedOptions(by: author, at: now)
    return .optionRemoved(board, at: index)
  }

  /// Undoes a change of the todos. Throws what ``undo(_:whichUndid:by:at:)`` does.
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

extension ArgumentList {
  /// Whether it has the same arguments, with all that people have added to them; their dates of change may
  /// differ.
  fileprivate func hasSame(as other: ArgumentList) -> Bool {
    arguments.elementsEqual(other.arguments) { argument, other in
      (argument.id, argument.text, argument.weight) == (other.id, other.text, other.weight)
        && argument.created == other.created && argument.comments == other.comments
        && Set(argument.supporters) == Set(other.supporters)
    }
  }
}
