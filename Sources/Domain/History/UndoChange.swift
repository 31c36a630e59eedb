/// Undoes changes that a user made to a topic, and does them again.
public struct UndoChange: Sendable {
  private let gateway: any BoardsGateway & HistoryGateway & PostsGateway
  private let now: CurrentTime

  public init(
    gateway: any BoardsGateway & HistoryGateway & PostsGateway, now: @escaping CurrentTime
  ) {
    self.gateway = gateway
    self.now = now
  }

  /// Undoes the last change of the author's that is in effect, or a certain one. Returns the change that
  /// was undone. Throws `UndoError`.
  ///
  /// - Parameter entry: the identifier of an entry of the author's that nothing has undone: if it undid a
  ///   change itself, that is done again.
  public func callAsFunction(
    _ topic: Topic.ID, only entry: HistoryEntry.ID? = nil, author: String
  ) async throws(UndoError) -> Stored<HistoryEntry> {
    guard Topic.isID(topic) else { throw .board(.noTopic(id: topic)) }
    let changes = OwnChanges(gateway: gateway, author: author)
    if let entry {
      guard let chain = try await changes.chain(of: entry, in: topic) else {
        throw .cannotUndo(entry)
      }
      return try await undo(chain, chain.isUndone ? chain.head : chain.root, topic, author)
    }
    guard let chain = try await changes.lastDone(in: topic) else { throw .nothingToUndo }
    return try await undo(chain, chain.root, topic, author)
  }

  /// Does again what the author has undone last, if it is the author's last change. Returns the change
  /// that was done again. Throws `UndoError`.
  public func redo(
    _ topic: Topic.ID, author: String
  ) async throws(UndoError) -> Stored<HistoryEntry> {
    guard Topic.isID(topic) else { throw .board(.noTopic(id: topic)) }
    let changes = OwnChanges(gateway: gateway, author: author)
    guard let chain = try await changes.lastUndone(in: topic) else { throw .nothingToRedo }
    return try await undo(chain, chain.root, topic, author)
  }

  /// Undoes the newest entry of a chain.
  ///
  /// - Parameter change: what is returned; nil for that entry.
  private func undo(
    _ chain: OwnChanges.Chain, _ change: HistoryEntry?, _ topic: Topic.ID, _ author: String
  ) async throws(UndoError) -> Stored<HistoryEntry> {
    let (head, undone) = (chain.head, chain.undone?.record.event)
    // Whether it can still be undone is checked in the same step: everything is as the change left
    // it.
    if let post = head.record.event.post {
      do throws(PostError) {
        return try await gateway.update(post, of: topic) { [now] discussion throws(PostError) in
          try discussion.undo(head, by: author, at: now())
          return change ?? head
        }
      } catch {
        throw .post(error)
      }
    }
    do throws(BoardError) {
      return try await gateway.update(topic) { [now] board throws(BoardError) in
        try board.undo(head, whichUndid: undone, by: author, at: now())
        return change ?? head
      }
    } catch {
      throw .board(error)
    }
  }
}

/// Why a change could not be undone or done again.
public enum UndoError: Error, Equatable, Sendable {
  /// The caller has made no change that could be undone.
  case nothingToUndo
  /// The caller has undone nothing, or has made another change since.
  case nothingToRedo
  /// The caller has made no change with this identifier, or it has been undone, or cannot be undone.
  case cannotUndo(HistoryEntry.ID)
  /// A change of the board: `.decided`, `.superseded`, `.duplicate`, `.full` or `.tooManyPositions`,
  /// `.noTopic`, `.noHistory` or `.store`.
  case board(BoardError)
  /// A change of a post: `.superseded` or `.full`, `.noTopic` or `.store`.
  case post(PostError)
}
