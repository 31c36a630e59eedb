/// Undoes the last change that a user made to a topic and has not yet undone.
public struct UndoChange: Sendable {
  private let gateway: any BoardsGateway & HistoryGateway & PostsGateway
  private let now: CurrentTime

  public init(
    gateway: any BoardsGateway & HistoryGateway & PostsGateway, now: @escaping CurrentTime
  ) {
    self.gateway = gateway
    self.now = now
  }

  /// Returns the entry that was undone. Throws `UndoError`.
  public func callAsFunction(
    _ topic: Topic.ID, author: String
  ) async throws(UndoError) -> Stored<HistoryEntry> {
    guard Topic.isID(topic) else { throw .board(.noTopic(id: topic)) }
    guard let last = try await last(of: topic, by: author) else { throw .nothingToUndo }
    // Whether it can still be undone is checked in the same step: everything is as the change left
    // it.
    if let post = last.record.event.post {
      do throws(PostError) {
        return try await gateway.update(post, of: topic) { [now] discussion throws(PostError) in
          try discussion.undo(last, by: author, at: now())
          return last
        }
      } catch {
        throw .post(error)
      }
    }
    do throws(BoardError) {
      return try await gateway.update(topic) { [now] board throws(BoardError) in
        try board.undo(last, by: author, at: now())
        return last
      }
    } catch {
      throw .board(error)
    }
  }

  /// The author's newest change that has not been undone; nil if there is none, or if it is the
  /// creation of the topic, on which everything else depends, or the start of a round, which ends with
  /// the next decision.
  private func last(
    of topic: Topic.ID, by author: String
  ) async throws(UndoError) -> HistoryEntry? {
    var undone: Set<HistoryEntry.ID> = []
    var oldest: HistoryEntry.ID?
    var isEarlierRound = false
    while true {
      let page: [HistoryEntry]
      do throws(BoardError) {
        page = try await gateway.history(of: topic, before: oldest, limit: Self.page)
      } catch {
        throw .board(error)
      }
      for entry in page {
        // Its end also ended these.
        if isEarlierRound, entry.record.event.isOfRound { continue }
        if case .reopened = entry.record.event { isEarlierRound = true }
        // The entry that undid it is newer.
        if let other = entry.record.undoes {
          undone.insert(other)
        } else if entry.record.author == author, !undone.contains(entry.id) {
          switch entry.record.event {
          case .created, .reopened: return nil
          default: return entry
          }
        }
      }
      guard let last = page.last else { return nil }
      oldest = last.id
    }
  }

  /// Entries can be long; the wanted one is usually among the newest.
  private static let page = 50
}

/// Why a change could not be undone.
public enum UndoError: Error, Equatable, Sendable {
  /// The caller has made no change that could be undone.
  case nothingToUndo
  /// A change of the board: `.decided`, `.superseded`, `.duplicate`, `.full` or `.tooManyPositions`,
  /// `.noTopic`, `.noHistory` or `.store`.
  case board(BoardError)
  /// A change of a post: `.superseded` or `.full`, `.noTopic` or `.store`.
  case post(PostError)
}
