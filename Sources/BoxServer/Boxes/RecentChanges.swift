internal import BoxWire
internal import DequeModule
internal import UVLoop

/// The ring: the recent changes of all boxes, individually, in order of their positions without
/// gaps. Mode `every` and `since` are served from it.
///
/// It also determines how long a removed box is remembered: as long as its removal is in the ring.
struct RecentChanges {
  /// One change of one box. Changes that were published together have the same revision.
  struct Change {
    let box: PublishedBox
    let revision: Int
    private let bytes: Bytes

    /// One word in size: the whole ring is written and read continually, and one more word per
    /// change makes pipelined changes a tenth slower.
    private enum Bytes {
      case own([UInt8])
      case shared(SharedBytes)
    }

    init(box: PublishedBox, revision: Int, member: [UInt8], shared: SharedBytes?) {
      self.box = box
      self.revision = revision
      bytes = shared.map(Bytes.shared) ?? .own(member)
    }

    /// The box's member after the change; empty when it was removed.
    var member: [UInt8] {
      switch bytes {
      case .own(let member): member
      case .shared(let shared): shared.bytes
      }
    }

    /// The bytes of the member, when they are long enough to be shared by lines.
    var shared: SharedBytes? {
      if case .shared(let shared) = bytes { shared } else { nil }
    }
  }

  private var changes: Deque<Change> = []
  private var bytes = 0
  /// Maximum number of changes.
  private var mostChanges: Int
  /// Maximum number of their bytes.
  private var mostBytes: Int
  /// The newest change that has left the ring: a reader whose cursor is before it cannot be served.
  private(set) var horizon = Cursor()

  init(limits: ServerLimits) {
    mostChanges = limits.recentChanges
    mostBytes = limits.recentBytes
  }

  mutating func set(_ limits: ServerLimits) {
    mostChanges = limits.recentChanges
    mostBytes = limits.recentBytes
  }

  /// The change at a position after that of ``horizon`` and not after the last one.
  subscript(position: Int) -> Change {
    // Read in place, not copied.
    _read { yield changes[position - horizon.position - 1] }
  }

  /// For sorted positions, returns the index after those with the same revision as the one at
  /// `index`, and whether a value among them is long.
  func endOfRevision(in positions: [Int], from index: Int) -> (end: Int, isLong: Bool) {
    let revision = self[positions[index]].revision
    var (end, isLong) = (index, false)
    while end < positions.count, self[positions[end]].revision == revision {
      if self[positions[end]].shared != nil { isLong = true }
      end += 1
    }
    return (end, isLong)
  }

  /// Whether it exceeds its limits, so that ``dropFirst()`` is due.
  var isFull: Bool { changes.count > mostChanges || bytes > mostBytes }

  /// Begins with the changes after one that an earlier run has made.
  mutating func begin(after horizon: Cursor) {
    self.horizon = horizon
  }

  mutating func append(_ change: Change) {
    changes.append(change)
    bytes += size(of: change)
  }

  /// Removes the oldest change, which must exist.
  mutating func dropFirst() -> Change {
    let change = changes.removeFirst()
    bytes -= size(of: change)
    horizon = Cursor(position: horizon.position + 1, revision: change.revision)
    return change
  }

  /// Replaces the changes of released boxes by changes of a box that no pattern matches, so that
  /// they hold no memory, and frees unused capacity.
  @LoopActor
  mutating func blankReleased(_ nowhere: PublishedBox) {
    for index in changes.indices where changes[index].box.isReleased {
      bytes -= size(of: changes[index])
      changes[index] = Change(
        box: nowhere, revision: changes[index].revision, member: [], shared: nil)
      bytes += size(of: changes[index])
    }
    changes = Deque(changes)
  }

  /// Returns the position of the last change published at or before `revision`; nil when later
  /// changes have left the ring.
  func position(at revision: Int) -> Int? {
    guard revision >= horizon.revision else { return nil }
    return horizon.position + changes.partitionIndex { $0.revision > revision }
  }

  /// The size of a removal is that of its path, which is what it keeps in memory.
  private func size(of change: Change) -> Int {
    change.member.isEmpty ? change.box.path.text.utf8.count : change.member.count
  }
}
