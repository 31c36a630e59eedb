import Domain

/// Everything that can happen to a board (Redux).
enum BoardAction: Sendable {
  // What a user does.
  case fetch(Side)
  case edit(Side, BoardEdit, author: String)

  // How effects ended, with the number of their call; nil if they succeeded.
  case didRead(Side, call: Int, ArgumentError?)
  case didEdit(Side, call: Int, ArgumentError?)
  case didRefresh(ArgumentError?)

  /// What comes on the road of the store.
  case came([StoreChange], isRead: Bool)
  /// Anything may have changed.
  case outdated
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
