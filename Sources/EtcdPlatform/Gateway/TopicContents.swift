internal import Domain
internal import UVLoop

/// What belongs to one topic, in the trash or not.
struct TopicContents {
  private var stored = EtcdTopic()
  /// The bytes of the values of the board, by key.
  private var sizes: [String: Int] = [:]
  /// Of all of them.
  private var size = 0
  /// The values of posts, sorted by identifier.
  private(set) var posts: [StoredPost] = []
  /// Values with records, sorted by number.
  private var records: [Records] = []

  struct StoredPost {
    let id: Post.ID
    let value: [UInt8]
    /// The revision in which it was last written.
    let modified: Int
  }

  /// Consecutive records.
  private struct Records {
    /// That of the first one, there or not.
    let number: Int
    let count: EntryCount
    let value: [UInt8]

    /// The number of the first one that is there.
    var first: Int { number + count.skipped }
    var last: Int { first + count.kept - 1 }

    func read(of topic: Topic.ID) -> [StoredRecord?] {
      (try? StoredRecords(value, of: topic).records) ?? []
    }
  }

  /// Whether no key is left.
  var isEmpty: Bool { sizes.isEmpty && posts.isEmpty && records.isEmpty }

  // MARK: Reading

  /// A board with the names of its lists.
  typealias Shown = (board: Board, names: BoardNames)

  /// As it was shown last; nil if it cannot be read.
  private(set) var shown: Shown?

  /// What of the board cannot be read.
  private(set) var faults: [EtcdTopic.Fault] = []

  /// Brings the board up to date.
  ///
  /// - Returns: whether it has changed; not if only something has that is not shown.
  mutating func show(as topic: Topic.ID) -> Bool {
    let (old, reading) = (shown?.board, stored.read(as: topic))
    faults = reading.faults
    shown = nil
    if let board = reading.board, let names = stored.names { shown = (board, names) }
    return shown?.board != old
  }

  /// The post of a topic; nil if there is none, or if it cannot be read.
  func post(_ id: Post.ID, of topic: Topic.ID) -> Post? {
    stored(id).flatMap { try? Post($0.value, id: id, of: topic) }
  }

  /// A post as it is stored; nil if there is none.
  func stored(_ id: Post.ID) -> StoredPost? {
    let index = posts.partitionIndex { $0.id >= id }
    return index < posts.count && posts[index].id == id ? posts[index] : nil
  }

  /// Posts, newest first, without those that cannot be read.
  ///
  /// - Parameter before: only older ones; nil for the newest.
  func posts(of topic: Topic.ID, before: Post.ID?) -> some Sequence<Post> {
    let end = before.map { before in posts.partitionIndex { $0.id >= before } } ?? posts.count
    return posts[..<end].reversed().lazy.compactMap { try? Post($0.value, id: $0.id, of: topic) }
  }

  /// The number of the newest record, there or not; 0 without any.
  var lastRecord: Int { records.last?.last ?? 0 }

  /// Entries, newest first, without those that cannot be read.
  ///
  /// - Parameter before: only older ones; nil for the newest.
  func history(of topic: Topic.ID, before: HistoryEntry.ID?, limit: Int) -> [HistoryEntry] {
    let oldest = lastRecord - Limits.historyEntries
    let end = before ?? .max
    var entries: [HistoryEntry] = []
    for chunk in records.reversed() where chunk.number < end {
      for (index, record) in chunk.read(of: topic).enumerated().reversed() {
        let id = chunk.first + index
        guard id > oldest else { return entries }
        guard id < end, let record else { continue }
        entries.append(HistoryEntry(id: id, topic: topic, record: record.whole(in: stored)))
        if entries.count == limit { return entries }
      }
    }
    return entries
  }

  /// What to drop before there are `new` records more, so that the newest `Limits.historyEntries` stay: the
  /// oldest, but not many at once. What is left is not shown.
  ///
  /// - Returns: the numbers of values, and the names of lists to which nothing refers then.
  func outdatedRecords(
    of topic: Topic.ID, after new: Int
  ) -> (numbers: [Int], lists: Set<String>) {
    let oldest = lastRecord + new - Limits.historyEntries
    let old = records.prefix { $0.last <= oldest }.prefix(Self.droppedAtOnce)
    let lists = old.flatMap { $0.read(of: topic).compactMap { $0?.lists } }
    return (old.map(\.number), Set(lists).filter { !stored.uses($0) })
  }

  private static let droppedAtOnce = 10

  /// The names of lists to which neither the board nor a record refers.
  func unusedLists(of topic: Topic.ID) -> Set<String> {
    let unused = stored.listNames.filter { !stored.uses($0) }
    guard !unused.isEmpty else { return [] }
    let found = records.flatMap { $0.read(of: topic) }
    // A record that cannot be read may refer to any of them.
    guard !found.contains(where: { $0 == nil }) else { return [] }
    return unused.subtracting(found.compactMap { $0?.lists })
  }

  /// The bytes of all of it.
  var bytes: Int {
    size + posts.reduce(0) { $0 + $1.value.count }
      + records.reduce(0) { $0 + $1.value.count }
  }

  // MARK: Following

  mutating func put(_ key: String, _ value: [UInt8]) {
    size += value.count - (sizes.updateValue(value.count, forKey: key) ?? 0)
    stored.put(key, value)
  }

  mutating func remove(_ key: String) {
    size -= sizes.removeValue(forKey: key) ?? 0
    stored.remove(key)
  }

  mutating func put(_ post: StoredPost) {
    remove(post: post.id)
    posts.insert(post, at: posts.partitionIndex { $0.id >= post.id })
  }

  mutating func remove(post id: Post.ID) {
    let index = posts.partitionIndex { $0.id >= id }
    if index < posts.count, posts[index].id == id { posts.remove(at: index) }
  }

  /// - Returns: why they cannot be read; nil if they can.
  mutating func put(records value: [UInt8], from number: Int) -> LayoutFault? {
    removeRecords(from: number)
    var (count, fault) = (EntryCount(kept: 1, skipped: 0), LayoutFault?.none)
    do throws(LayoutFault) { count = try EntryCount(in: value) } catch { fault = error }
    let index = records.partitionIndex { $0.number >= number }
    records.insert(Records(number: number, count: count, value: value), at: index)
    return fault
  }

  mutating func removeRecords(from number: Int) { records.removeAll { $0.number == number } }
}
