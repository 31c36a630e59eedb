internal import BoxWire
internal import DequeModule
internal import UVLoop

/// The ring: the recent changes of all boxes, each one apart, in order of their positions without a
/// hole. Mode `every` and `since` are served from it.
///
/// It also decides how long a removed box is remembered: as long as its removal is in the ring.
struct RecentChanges {
  /// One change of one box. Changes that were published together have the same revision.
  struct Change {
    let box: PublishedBox
    let revision: Int
    private let bytes: Bytes

    /// In one word: the whole ring is written and read again and again, and with a word more in each
    /// change pipelined changes cost a tenth more.
    private enum Bytes {
      case own([UInt8])
      case shared(SharedBytes)
    }

    init(box: PublishedBox, revision: Int, member: [UInt8], shared: SharedBytes?) {
      self.box = box
      self.revision = revision
      bytes = shared.map(Bytes.shared) ?? .own(member)
    }

    /// The box's member then; empty when it was removed.
    var member: [UInt8] {
      switch bytes {
      case .own(let member): member
      case .shared(let shared): shared.bytes
      }
    }

    /// The same bytes, when there are enough of them for lines to share them.
    var shared: SharedBytes? {
      if case .shared(let shared) = bytes { shared } else { nil }
    }
  }

  private var changes: Deque<Change> = []
  private var bytes = 0
  /// How many changes it holds at most.
  private var mostChanges: Int
  /// How many bytes they have at most.
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

  /// The change at a position above that of ``horizon`` and not above the last.
  subscript(position: Int) -> Change {
    // Read in place, not copied.
    _read { yield changes[position - horizon.position - 1] }
  }

  /// Of positions in order, the index behind those of the same revision as the one at an index, and
  /// whether a value among them is long.
  func endOfRevision(in positions: [Int], from index: Int) -> (end: Int, isLong: Bool) {
    let revision = self[positions[index]].revision
    var (end, isLong) = (index, false)
    while end < positions.count, self[positions[end]].revision == revision {
      if self[positions[end]].shared != nil { isLong = true }
      end += 1
    }
    return (end, isLong)
  }

  /// Whether it is over its limits, so that ``dropFirst()`` is due.
  var isFull: Bool { changes.count > mostChanges || bytes > mostBytes }

  mutating func append(_ change: Change) {
    changes.append(change)
    bytes += size(of: change)
  }

  /// Takes out the oldest change, which must exist.
  mutating func dropFirst() -> Change {
    let change = changes.removeFirst()
    bytes -= size(of: change)
    horizon = Cursor(position: horizon.position + 1, revision: change.revision)
    return change
  }

  /// Replaces the changes of boxes that were released by changes of a box that no pattern matches,
  /// so that they hold no memory, and lets go of the room for more changes.
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

  /// The position of the last change that was published at `revision` or before; nil when changes
  /// after it have left the ring.
  func position(at revision: Int) -> Int? {
    guard revision >= horizon.revision else { return nil }
    return horizon.position + changes.partitionIndex { $0.revision > revision }
  }

  /// A removal counts as much as its path: that is what it keeps in memory.
  private func size(of change: Change) -> Int {
    change.member.isEmpty ? change.box.path.text.utf8.count : change.member.count
  }
}
