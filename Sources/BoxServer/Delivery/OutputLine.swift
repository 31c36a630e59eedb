internal import BoxWire
internal import UVLoop

/// A `snapshot` or `change` line, in pieces: short values are copied together, long ones are sent
/// from where they are stored.
@LoopActor
struct OutputLine {
  private var closed: [OutputPiece] = []
  private var open: [UInt8] = []
  private var isFirst = true
  private var removed: [Path] = []

  /// Begins the line.
  ///
  /// - Parameter capacity: the approximate number of bytes that will be copied.
  init(_ kind: BoxesLine.Kind, revision: Int, capacity: Int) {
    open.reserveCapacity(capacity + 96)
    open.begin(kind, revision: revision)
  }

  /// Adds a box, or its removal.
  mutating func append(_ box: PublishedBox) {
    append(box.member, box.shared, box.path)
  }

  /// Adds a box as it was after a change, or its removal.
  mutating func append(_ change: RecentChanges.Change) {
    append(change.member, change.shared, change.box.path)
  }

  private mutating func append(_ member: [UInt8], _ shared: SharedBytes?, _ path: Path) {
    if member.isEmpty { return removed.append(path) }
    if !isFirst { open.append(UInt8(ascii: ",")) }
    isFirst = false
    guard let shared else {
      open += member
      return
    }
    closed.append(OutputPiece(open))
    closed.append(shared.piece)
    open = []
  }

  /// Ends the line.
  ///
  /// - Parameter merged: how many revisions the line combines; nil if unknown.
  mutating func end(merged: Int? = nil) {
    open.endBoxes(removed: removed, merged: merged)
  }

  /// The line if it is in one piece.
  var bytes: [UInt8]? { closed.isEmpty ? open : nil }
  var pieces: [OutputPiece] { closed + [OutputPiece(open)] }
  var count: Int { closed.reduce(open.count) { $0 + $1.bytes.count } }
}
