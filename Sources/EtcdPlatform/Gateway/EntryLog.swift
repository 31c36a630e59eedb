internal import Domain
internal import UVLoop

/// The feed, or the history of a store: values with brief records, in the order of their revisions.
///
/// Their entries are counted from 1 in that order, which is the same for all gateways of a cluster. The
/// gateway that drops some stores how many there were.
struct EntryLog {
  /// The number of entries that were dropped, with the revision in which that was written.
  struct Dropped: Equatable {
    /// nil if it cannot be read: then nothing is dropped.
    let count: Int?
    let modified: Int

    init(_ count: Int?, _ modified: Int) {
      (self.count, self.modified) = (count, modified)
    }
  }

  private struct Records {
    let created: Int
    let name: String
    /// How many older records of the same change were left out.
    let skipped: Int
    let count: Int
    let value: [UInt8]

    var total: Int { skipped + count }
  }

  /// Whether it is the history of the store.
  let isOfStore: Bool
  var dropped: Dropped?
  private var records: [Records] = []
  private var names: Set<String> = []
  /// The number of entries in `records`.
  private var kept = 0

  init(isOfStore: Bool) {
    self.isOfStore = isOfStore
  }

  /// The number of entries so far, dropped or not.
  var total: Int { (dropped?.count ?? 0) + records.reduce(0) { $0 + $1.total } }

  /// Entries, newest first, without those that cannot be read, and those that will be dropped.
  func entries(before: HistoryEntry.ID?, limit: Int) -> [HistoryEntry] {
    let end = before ?? .max
    var entries: [HistoryEntry] = []
    var last = total
    let oldest = last - most
    for chunk in records.reversed() {
      let first = last - chunk.count + 1
      if first < end {
        for (index, record) in read(chunk).enumerated().reversed() {
          guard first + index > oldest else { return entries }
          guard first + index < end, let record else { continue }
          entries.append(
            HistoryEntry(id: first + index, topic: record.topic, record: record.record))
          if entries.count == limit { return entries }
        }
      }
      last -= chunk.total
    }
    return entries
  }

  private func read(_ chunk: Records) -> [FeedRecord?] {
    (try? FeedRecords(chunk.value, isOfStore: isOfStore).records) ?? []
  }

  /// What to drop; nil for nothing. Some are dropped at once, since who drops them must agree with all
  /// others on how many there were.
  var excess: (names: [String], count: Int)? {
    var rest = kept
    guard rest >= most + Self.droppedAtOnce, dropped == nil || dropped?.count != nil else {
      return nil
    }
    var (names, count) = ([String](), 0)
    for chunk in records {
      guard rest - chunk.count >= most, names.count < Self.droppedTogether else { break }
      rest -= chunk.count
      names.append(chunk.name)
      count += chunk.total
    }
    return names.isEmpty ? nil : (names, count)
  }

  /// The number of entries that are shown.
  private var most: Int { isOfStore ? Limits.storeHistoryEntries : Limits.feedEntries }

  private static let droppedAtOnce = 64
  /// A transaction has room for few keys.
  private static let droppedTogether = 50

  // MARK: Following

  mutating func put(_ value: [UInt8], named name: String, created: Int) throws(LayoutFault) {
    remove(name)
    names.insert(name)
    let index = records.partitionIndex { ($0.created, $0.name) > (created, name) }
    let count = try EntryCount(in: value)
    records.insert(
      Records(
        created: created, name: name, skipped: count.skipped, count: count.kept, value: value),
      at: index)
    kept += count.kept
  }

  mutating func remove(_ name: String) {
    // Mostly the oldest one.
    guard names.remove(name) != nil,
      let index = records.firstIndex(where: { $0.name == name })
    else { return }
    kept -= records.remove(at: index).count
  }
}
