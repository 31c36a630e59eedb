internal import Domain
internal import Synchronization

/// The board that was changed last. It is what the database holds as long as nothing else has changed
/// there, so that its next change does not read it.
final class LastBoard: Sendable {
  private let kept = Mutex<(board: Board, count: Int)?>(nil)

  /// - Parameter count: the number of changes of the database so far.
  func keep(_ board: Board, at count: Int) {
    kept.withLock { $0 = (board, count) }
  }

  func forget() {
    kept.withLock { $0 = nil }
  }

  /// Forgets the board, since the change that begins may fail.
  ///
  /// - Parameter count: the number of changes of the database so far.
  /// - Returns: nil unless it is the board of this topic, and the database has not changed since.
  func take(_ topic: Topic.ID, at count: Int) -> Board? {
    guard let kept = kept.withLock({ $0.take() }), kept.board.id == topic, kept.count == count
    else { return nil }
    return kept.board
  }
}
