import Domain

/// Everything that can happen to a board (Redux).
enum BoardAction: Sendable {
  // What a user does.
  case fetch(Side)
  case edit(Side, BoardEdit, author: String)

  // What effects return, with the number of their call.
  case didRead(Side, call: Int, Result<Stored<Board>, ArgumentError>)
  case didEdit(Side, call: Int, Result<Stored<Board>, ArgumentError>)
  case didRefresh(Result<Stored<Board>, ArgumentError>)

  // What live queries report.
  case boardChanged(StoreChange<Board>)
  case topicChanged(StoreChange<TopicOverview>)
}

/// A change that a user makes on one side.
enum BoardEdit: Sendable {
  case add(text: String, weight: Int)
  /// nil keeps the current text or weight.
  case change(Argument.ID, text: String?, weight: Int?)
  case remove(Argument.ID)
}

/// What the store is to do after an action. Its result is another action.
enum BoardEffect: Sendable {
  case read(Side, call: Int)
  case edit(Side, BoardEdit, author: String, call: Int)
  /// Reads the board in the background.
  case refresh
}
