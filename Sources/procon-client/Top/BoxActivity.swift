/// The changes of each box while `top` runs, from the daemon's counts.
struct BoxActivity {
  struct Row: Equatable {
    let path: String
    /// Changes per second between the last two counts.
    let rate: Double
    /// Changes since counting began.
    let total: Int
  }

  private struct Count {
    /// The daemon's count; nil before it is known. It continues when a removed box is created again,
    /// as long as the daemon remembers that box, and restarts otherwise.
    var counted: Int?
    var total = 0
    var recent = 0
    var isRemoved = false
  }

  private var counts: [String: Count] = [:]
  /// Whether the next counts are the first, which later ones are compared with.
  private var isFirst = true

  /// Adds the daemon's counts of the boxes that have changed since the last call.
  ///
  /// - Parameters:
  ///   - new: the number of changes of each box since it was created, by path.
  ///   - removed: the same for boxes that no longer exist. They are shown once more.
  mutating func add(
    _ new: [(path: String, count: Int)], removed: [(path: String, count: Int)] = []
  ) {
    if counts.count > Self.most { counts = counts.filter { !$0.value.isRemoved } }
    for path in counts.keys { counts[path]?.recent = 0 }
    add(new, areRemoved: false)
    add(removed, areRemoved: true)
    isFirst = false
  }

  /// Above this number, the counts of removed boxes are dropped: some 10 MB.
  private static let most = 100_000

  private mutating func add(_ new: [(path: String, count: Int)], areRemoved: Bool) {
    for (path, count) in new {
      let before = counts[path] ?? Count(counted: isFirst ? nil : 0)
      let counted = before.counted ?? count
      let changes = count >= counted ? count - counted : count
      counts[path] = Count(
        counted: count, total: before.total + changes, recent: changes,
        isRemoved: areRemoved)
    }
  }

  /// Starts counting with another daemon. The totals are kept.
  mutating func restart() {
    counts = counts.mapValues { Count(counted: nil, total: $0.total) }
    isFirst = true
  }

  /// The boxes that have changed, in descending order of rate, then of total.
  ///
  /// - Parameter elapsed: time between the last two counts, above zero.
  func rows(after elapsed: Duration) -> [Row] {
    let seconds = elapsed / .seconds(1)
    let rows = counts.compactMap { path, count in
      count.total > 0 && (!count.isRemoved || count.recent > 0)
        ? Row(path: path, rate: Double(count.recent) / seconds, total: count.total) : nil
    }
    return rows.sorted {
      ($0.rate, $0.total, $1.path) > ($1.rate, $1.total, $0.path)
    }
  }
}
