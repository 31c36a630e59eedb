/// Takes back the last change that somebody made to a topic and has not taken back yet.
public struct UndoChange: Sendable {
  private let gateway: any ArgumentsGateway & HistoryGateway
  private let now: CurrentTime

  public init(
    gateway: any ArgumentsGateway & HistoryGateway, now: @escaping CurrentTime
  ) {
    self.gateway = gateway
    self.now = now
  }

  /// The new board, and the entry that was taken back.
  ///
  /// - Throws: `ArgumentError`: `.nothingToUndo`, `.superseded` if something newer depends on the
  ///   change, `.duplicate` or `.full` if what was there has no place any longer, `.noTopic` or
  ///   `.store`.
  public func callAsFunction(
    _ topic: Topic.ID, author: String
  ) async throws(ArgumentError) -> (board: Stored<Board>, answer: HistoryEntry) {
    let entries = try await gateway.history(
      of: topic, before: nil, limit: Limits.historyEntries)
    let undone = Set(entries.compactMap(\.record.undoes))
    let last = entries.first { entry in
      entry.record.author == author && entry.record.undoes == nil && !undone.contains(entry.id)
    }
    guard let last, last.record.event.canBeUndone else { throw .nothingToUndo }
    // Whether it still can be is looked at in the same step: the board is as the change left it.
    return try await gateway.update(topic) { [now] board throws(ArgumentError) in
      try board.undo(last, by: author, at: now())
      return last
    }
  }
}

extension TopicEvent {
  /// Not what makes a topic: everything else depends on that.
  fileprivate var canBeUndone: Bool {
    if case .created = self { false } else { true }
  }
}
