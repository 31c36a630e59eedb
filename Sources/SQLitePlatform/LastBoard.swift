internal import Domain
internal import Synchronization

/// The board that was changed last. It is what the database holds as long as the version is the same,
/// so that its next change does not read it.
final class LastBoard: Sendable {
  private let board = Mutex<Stored<Board>?>(nil)

  func keep(_ board: Stored<Board>) {
    self.board.withLock { $0 = board }
  }

  func forget() {
    board.withLock { $0 = nil }
  }

  /// Forgets the board, since the change that begins may fail.
  ///
  /// - Parameter version: the database's.
  /// - Returns: nil unless it is the board of this topic, and the database has not changed since.
  func take(_ topic: Topic.ID, version: Int) -> Board? {
    guard let board = board.withLock({ $0.take() }), board.value.id == topic,
      board.version == version
    else { return nil }
    return board.value
  }
}
