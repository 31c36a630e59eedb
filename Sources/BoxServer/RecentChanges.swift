internal import BoxWire
internal import DequeModule

/// The recent changes of all boxes, each one apart, in order of their stamps without a hole: what
/// `every` is served from, and `since`.
///
/// It also decides how long a removed box is remembered: as long as its removal stands here.
struct RecentChanges {
  /// One change of one box. Changes that were published together have the same revision.
  struct Change {
    let box: PublishedBox
    let revision: Int
    /// The box's member then; empty when it was removed.
    let member: [UInt8]
  }

  /// Where something stands in the order of changes.
  struct Place {
    var stamp = 0
    var revision = 0
  }

  private var changes: Deque<Change> = []
  private var bytes = 0
  /// Of which two concern it: how many changes it holds at most, and how many bytes they have.
  var limits: ServerLimits
  /// The newest change that stands here no more.
  private(set) var dropped = Place()

  init(limits: ServerLimits) {
    self.limits = limits
  }

  /// The change of that stamp, which must be above that of ``dropped`` and not above the last.
  subscript(stamp: Int) -> Change {
    // Not copied for who only looks at it.
    _read { yield changes[stamp - dropped.stamp - 1] }
  }

  /// Whether it is over its limits, and so ``dropFirst()`` is due.
  var isFull: Bool { changes.count > limits.recentChanges || bytes > limits.recentBytes }

  mutating func append(_ change: Change) {
    changes.append(change)
    bytes += size(of: change)
  }

  /// Takes out the oldest change, which must be there.
  mutating func dropFirst() -> Change {
    let change = changes.removeFirst()
    bytes -= size(of: change)
    dropped = Place(stamp: dropped.stamp + 1, revision: change.revision)
    return change
  }

  /// The stamp of the last change that was published at `revision` or before; nil when changes
  /// after it stand here no more.
  func stamp(at revision: Int) -> Int? {
    guard revision >= dropped.revision else { return nil }
    var low = 0
    var high = changes.count
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].revision <= revision { low = middle + 1 } else { high = middle }
    }
    return dropped.stamp + low
  }

  /// A removal weighs what its path does: that is what it keeps in memory.
  private func size(of change: Change) -> Int {
    change.member.isEmpty ? change.box.path.text.utf8.count : change.member.count
  }
}
