import Domain

/// Everything that can happen to a board (Redux).
enum BoardAction: Sendable {
  // What a user does.
  case fetch(Side)
  case edit(Side, BoardEdit, author: String)

  // How effects ended, with the number of their call; nil if they succeeded.
  case didRead(Side, call: Int, BoardError?)
  case didEdit(Side, call: Int, BoardError?)
  case didRefresh(BoardError?)

  /// What comes on the road of the store.
  case came([StoreChange], isRead: Bool)
  /// Anything may have changed.
  case outdated
}

/// What the store is to do after an action. Its result is another action.
enum BoardEffect: Sendable {
  case read(Side, call: Int)
  case edit(Side, BoardEdit, author: String, call: Int)
  /// Reads the board in the background.
  case refresh
}
