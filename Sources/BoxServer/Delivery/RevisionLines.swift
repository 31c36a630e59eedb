internal import BoxWire
internal import UVLoop

/// `change` lines in one piece, one for each revision, and where each of them ends.
struct RevisionLines {
  /// Where a line ends.
  struct End {
    /// The number of bytes up to there.
    let offset: Int
    /// The cursor of a reader who has the line.
    let cursor: Cursor
  }

  /// The lines; complete only after ``endLine()``.
  private(set) var bytes: [UInt8] = []
  /// The ends of complete lines, in order.
  private(set) var ends: [End] = []
  /// The cursor after the last change that was added, which may be in an incomplete line.
  private var last = Cursor()
  private var isInLine = false
  private var isFirstMember = true
  private var removed: [Path] = []

  /// Whether it contains so much that it should be sent before more is added.
  var isLarge: Bool { bytes.count >= ServerLimits.output }

  /// Adds the change at a position to the line of its revision, and ends the previous line if that
  /// has another revision.
  mutating func append(_ changes: borrowing RecentChanges, _ position: Int) {
    // Usually there is one line with one change.
    if bytes.isEmpty { bytes.reserveCapacity(changes[position].member.count + 128) }
    let revision = changes[position].revision
    if isInLine, revision != last.revision { endLine() }
    if !isInLine { bytes.begin(.change, revision: revision) }
    isInLine = true
    last = Cursor(position: position, revision: revision)
    if changes[position].member.isEmpty { return removed.append(changes[position].box.path) }
    if !isFirstMember { bytes.append(UInt8(ascii: ",")) }
    isFirstMember = false
    changes[position].member.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
  }

  /// Ends the last line unless it has that revision.
  ///
  /// - Returns: whether all lines are complete.
  mutating func ends(before revision: Int) -> Bool {
    if revision != last.revision { endLine() }
    return !isInLine
  }

  /// Ends the last line, unless it is complete.
  mutating func endLine() {
    guard isInLine else { return }
    bytes.endBoxes(removed: removed)
    ends.append(End(offset: bytes.count, cursor: last))
    isInLine = false
    isFirstMember = true
    if !removed.isEmpty { removed = [] }
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Returns the number of lines up to the one that contains the byte before `offset`, and its end.
  func last(at offset: Int) -> (count: Int, end: End) {
    let line = min(ends.partitionIndex { $0.offset >= offset }, ends.count - 1)
    return (line + 1, ends[line])
  }
}

/// Memory that groups borrow to build their lines.
@LoopActor
final class SpareLines {
  private var lines = RevisionLines()

  func lend(_ other: inout RevisionLines) {
    swap(&other, &lines)
  }

  /// Empties the lines, and keeps their memory unless it is large.
  func takeBack(_ other: inout RevisionLines) {
    guard !other.isLarge else { return }
    other.removeAll()
    swap(&other, &lines)
  }
}
