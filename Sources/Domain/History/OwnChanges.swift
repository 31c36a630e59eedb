/// The changes that a user made to a topic, to find the one to be undone or done again.
///
/// An undo is itself a change with an entry in the history, and undoing that entry does the first change
/// again. Such entries form a chain; its length says whether the change it begins with is in effect.
struct OwnChanges {
  let gateway: any HistoryGateway
  let author: String

  /// A chain of entries of which each undoes the one before it.
  struct Chain {
    /// The newest entry.
    let head: HistoryEntry
    /// Whether the user has made another change, which undid nothing, after the newest entry.
    let isOutdated: Bool
    /// The entry that the head undid; nil if it undid none, or before that is known.
    private(set) var undone: HistoryEntry?
    /// The change at its beginning; nil before that is known.
    private(set) var root: HistoryEntry?
    /// Whether the change is undone; valid once the root is known.
    private(set) var isUndone = false

    fileprivate init(head: HistoryEntry, isOutdated: Bool) {
      (self.head, self.isOutdated) = (head, isOutdated)
    }

    /// Takes the head, or the next older entry.
    fileprivate mutating func take(_ entry: HistoryEntry) {
      if head.record.undoes == entry.id { undone = entry }
      if entry.record.undoes == nil { root = entry } else { isUndone.toggle() }
    }

    /// Whether it cannot be undone: the creation of the topic, or the start of a round.
    fileprivate var isBeginning: Bool {
      switch head.record.event {
      case .created, .reopened: true
      default: false
      }
    }
  }

  /// Returns the newest change that is in effect; nil if there is none, or if it is the creation of the
  /// topic, on which everything else depends, or the start of a round, which ends with the next
  /// decision.
  func lastDone(in topic: Topic.ID) async throws(UndoError) -> Chain? {
    let chain = try await first(in: topic) { !$0.isUndone }
    return chain?.isBeginning == true ? nil : chain
  }

  /// Returns the change that was undone last; nil if there is none, or if the user has made another
  /// change since.
  func lastUndone(in topic: Topic.ID) async throws(UndoError) -> Chain? {
    let chain = try await first(in: topic) { $0.isUndone || $0.isOutdated }
    return chain?.isOutdated == false ? chain : nil
  }

  /// Returns the chain whose newest entry has this identifier; nil if there is none: the entry is that of
  /// another user, has been undone itself, or cannot be undone.
  func chain(
    of entry: HistoryEntry.ID, in topic: Topic.ID
  ) async throws(UndoError) -> Chain? {
    let chain = try await first(in: topic) { $0.head.id <= entry }
    return chain?.head.id == entry && chain?.isBeginning == false ? chain : nil
  }

  /// Returns the first chain that is wanted, newest entry first. It skips chains that begin with a change
  /// which the history no longer has.
  private func first(
    in topic: Topic.ID, where isWanted: (Chain) -> Bool
  ) async throws(UndoError) -> Chain? {
    var chains: [Chain] = []
    // The chains of which an entry undid this one, by their indices.
    var awaiting: [HistoryEntry.ID: Int] = [:]
    var hasChange = false
    // Those before it have been looked at.
    var next = 0
    var oldest: HistoryEntry.ID?
    var isEarlierRound = false
    while true {
      let page = try await page(of: topic, before: oldest)
      for entry in page {
        // Its end also ended these.
        if isEarlierRound, entry.record.event.isOfRound { continue }
        if case .reopened = entry.record.event { isEarlierRound = true }
        let index = awaiting.removeValue(forKey: entry.id)
        guard index != nil || entry.record.author == author else { continue }
        if index == nil { chains.append(Chain(head: entry, isOutdated: hasChange)) }
        let chain = index ?? chains.count - 1
        chains[chain].take(entry)
        if let undone = entry.record.undoes { awaiting[undone] = chain } else { hasChange = true }
        while next < chains.count, chains[next].root != nil {
          if isWanted(chains[next]) { return chains[next] }
          next += 1
        }
      }
      guard let last = page.last else { break }
      oldest = last.id
    }
    return chains[next...].first { $0.root != nil && isWanted($0) }
  }

  private func page(
    of topic: Topic.ID, before oldest: HistoryEntry.ID?
  ) async throws(UndoError) -> [HistoryEntry] {
    do throws(BoardError) {
      return try await gateway.history(of: topic, before: oldest, limit: Self.pageSize)
    } catch {
      throw .board(error)
    }
  }

  /// Entries can be long; the wanted one is usually among the newest.
  private static let pageSize = 50
}
