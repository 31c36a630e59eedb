internal import BoxWire

/// The rest of a snapshot: the boxes that match and whose last change is in a range of positions,
/// in that order.
///
/// It holds no values. A box that changes in the meantime leaves the range, and is sent as a change.
struct Snapshot {
  var patterns: [Pattern]
  /// Boxes up to this position were sent.
  fileprivate(set) var position: Int
  let target: Int
  /// Whether it replaces changes that were too many for one line.
  let isCatchUp: Bool
  /// Whether it includes all boxes of the connection.
  let isWhole: Bool
  /// The last box that was examined: where to continue, unless it has changed since.
  fileprivate var last: PublishedBox?

  init(
    of patterns: [Pattern], after position: Int = 0, upTo target: Int, isCatchUp: Bool = false,
    isWhole: Bool = false
  ) {
    self.patterns = patterns
    self.position = position
    self.target = target
    self.isCatchUp = isCatchUp
    self.isWhole = isWhole
  }
}

extension [Snapshot] {
  /// The number of `synced` that they end with. That of a catch-up is left out if another snapshot
  /// follows.
  var syncs: Int { count > 1 && self[0].isCatchUp ? count - 1 : count }
}

extension ChangeLog {
  /// Returns the snapshot's next line, of about 64 KiB or one box; nil when nothing is left.
  ///
  /// - Parameter rights: of the subscriber, now.
  func nextLine(of snapshot: inout Snapshot, _ rights: Rights?) -> OutputLine? {
    var boxes: [PublishedBox] = []
    var size = 0
    let limit = memory.isPressed ? ServerLimits.pressedLine : ProtocolLimits.snapshotLine
    advance(&snapshot, rights) { box in
      if !boxes.isEmpty, size + box.member.count > limit { return false }
      boxes.append(box)
      size += box.member.count + 1
      return true
    }
    guard !boxes.isEmpty else { return nil }
    var line = OutputLine(.snapshot, revision: revision, capacity: min(size, limit))
    for box in boxes { line.append(box) }
    line.end()
    return line
  }

  /// Passes the boxes that are left to `take`, in order, until it returns false.
  private func advance(
    _ snapshot: inout Snapshot, _ rights: Rights?, _ take: (PublishedBox) -> Bool
  ) {
    let selection = Selection(snapshot.patterns, rights)
    if let boxes = fewBoxes(in: selection) {
      for box in boxes where box.position > snapshot.position && box.position <= snapshot.target {
        guard take(box) else { return }
        snapshot.position = box.position
      }
      return
    }
    var next = first(after: snapshot)
    while let box = next, box.position <= snapshot.target {
      if box.exists, box.isIn(selection) {
        guard take(box) else { return }
      }
      snapshot.position = box.position
      snapshot.last = box
      next = box.next
    }
  }

  private func first(after snapshot: Snapshot) -> PublishedBox? {
    if let last = snapshot.last, last.position == snapshot.position { return last.next }
    var box = order.first
    while let current = box, current.position <= snapshot.position { box = current.next }
    return box
  }
}
