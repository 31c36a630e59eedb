/// How much a trash keeps.
public struct TrashLimits: Sendable {
  let entriesPerUser: Int
  let bytesPerUser: Int
  let entries: Int
  let bytes: Int

  /// The limits of every store.
  public static let standard = TrashLimits(
    entriesPerUser: Limits.trashEntriesPerUser, bytesPerUser: Limits.trashBytesPerUser,
    entries: Limits.trashEntries, bytes: Limits.trashBytes)

  /// Returns the entries that must be erased: the oldest ones of each user who has too many, and if
  /// there are still too many, the oldest ones of the user who has most. So a user loses nothing to
  /// another one who has more.
  ///
  /// - Parameter all: newest first.
  public func excess(of all: [TrashEntry]) -> Set<TrashEntry.ID> {
    var erased: Set<TrashEntry.ID> = []
    var users = Dictionary(grouping: all, by: \.removal.author).mapValues(Share.init)
    for name in users.keys {
      while let share = users[name], share.count > entriesPerUser || share.bytes > bytesPerUser,
        let oldest = users[name]?.takeOldest()
      {
        erased.insert(oldest.id)
      }
    }
    while true {
      let count = users.values.reduce(0) { $0 + $1.count }
      let isTooMany = count > entries
      guard isTooMany || users.values.reduce(0, { $0 + $1.bytes }) > bytes else { return erased }
      let most = users.max { first, second in
        isTooMany
          ? first.value.count < second.value.count : first.value.bytes < second.value.bytes
      }
      guard let name = most?.key, let oldest = users[name]?.takeOldest() else { return erased }
      erased.insert(oldest.id)
    }
  }
}

/// The entries of one user.
private struct Share {
  /// Newest first.
  private var entries: ArraySlice<TrashEntry>
  private(set) var bytes: Int

  var count: Int { entries.count }

  init(_ entries: [TrashEntry]) {
    self.entries = entries[...]
    bytes = entries.reduce(0) { $0 + $1.bytes }
  }

  mutating func takeOldest() -> TrashEntry? {
    guard let oldest = entries.popLast() else { return nil }
    bytes -= oldest.bytes
    return oldest
  }
}
