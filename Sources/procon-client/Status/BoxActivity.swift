internal import BoxClient
internal import BoxWire

/// How often each box changes.
///
/// A line that stands for several changes does not say of which boxes they were; it then counts for
/// each of its boxes the same share, at least one.
struct BoxActivity {
  /// One box.
  struct Row: Equatable {
    let path: String
    /// Changes a second.
    let rate: Double
    /// Changes since the beginning.
    let total: Double
    /// Whether some of them were shared out.
    let isEstimated: Bool
  }

  private struct Count {
    var total = 0.0
    var recent = 0.0
    var isEstimated = false
    var isGone = false
  }

  private var counts: [String: Count] = [:]

  mutating func count(_ boxes: Boxes) {
    let number = boxes.values.count + boxes.removed.count
    guard number > 0 else { return }
    let merged = boxes.merged ?? 1
    let share = max(1, Double(merged) / Double(number))
    let isEstimated = merged > 1 && number > 1
    for (path, _) in boxes.values { add(share, to: path, isEstimated, isGone: false) }
    for path in boxes.removed { add(share, to: path, isEstimated, isGone: true) }
  }

  private mutating func add(
    _ changes: Double, to path: String, _ isEstimated: Bool, isGone: Bool
  ) {
    counts[path, default: Count()].total += changes
    counts[path]?.recent += changes
    counts[path]?.isGone = isGone
    if isEstimated { counts[path]?.isEstimated = true }
  }

  /// The busiest boxes, and of equally busy ones those with most changes at all, first. What comes
  /// next is counted anew; boxes that are gone are forgotten.
  ///
  /// - Parameter seconds: since the last time, above 0.
  mutating func rows(after seconds: Double) -> [Row] {
    let rows = counts.map { path, count in
      Row(
        path: path, rate: count.recent / seconds, total: count.total,
        isEstimated: count.isEstimated)
    }
    counts = counts.filter { !$0.value.isGone }
    for path in counts.keys { counts[path]?.recent = 0 }
    return rows.sorted {
      ($0.rate, $0.total, $1.path) > ($1.rate, $1.total, $0.path)
    }
  }
}
