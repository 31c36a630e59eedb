internal import BoxClient
internal import BoxWire

/// Counts the changes of each box.
///
/// A line that merges several changes does not say which boxes they were of. Each of its boxes gets an
/// equal share then, at least one.
struct BoxActivity {
  struct Row: Equatable {
    let path: String
    /// Changes per second since the last rows.
    let rate: Double
    /// Changes since counting began.
    let total: Double
    /// Whether some of the changes are shares of merged ones.
    let isEstimated: Bool
  }

  private struct Count {
    var total = 0.0
    var recent = 0.0
    var isEstimated = false
    var isRemoved = false
  }

  private var counts: [String: Count] = [:]

  mutating func count(_ boxes: BoxValues) {
    let number = boxes.values.count + boxes.removed.count
    guard number > 0 else { return }
    let merged = boxes.merged ?? 1
    let share = max(1, Double(merged) / Double(number))
    let isEstimated = merged > 1 && number > 1
    for (path, _) in boxes.values { add(share, to: path, isEstimated, isRemoved: false) }
    for path in boxes.removed { add(share, to: path, isEstimated, isRemoved: true) }
  }

  private mutating func add(
    _ changes: Double, to path: String, _ isEstimated: Bool, isRemoved: Bool
  ) {
    counts[path, default: Count()].total += changes
    counts[path]?.recent += changes
    counts[path]?.isRemoved = isRemoved
    if isEstimated { counts[path]?.isEstimated = true }
  }

  /// Returns the boxes in descending order of rate, then of total. The next rates start from 0, and
  /// removed boxes are dropped.
  ///
  /// - Parameter elapsed: time since the last call, above zero.
  mutating func rows(after elapsed: Duration) -> [Row] {
    let seconds = elapsed / .seconds(1)
    let rows = counts.map { path, count in
      Row(
        path: path, rate: count.recent / seconds, total: count.total,
        isEstimated: count.isEstimated)
    }
    counts = counts.filter { !$0.value.isRemoved }
    for path in counts.keys { counts[path]?.recent = 0 }
    return rows.sorted {
      ($0.rate, $0.total, $1.path) > ($1.rate, $1.total, $0.path)
    }
  }
}
