internal import UVLoop

/// All boxes and tombstones in order of their last change, the latest at the end.
@LoopActor
struct BoxList {
  private(set) unowned(unsafe) var first: PublishedBox?
  private(set) unowned(unsafe) var last: PublishedBox?
  /// The stamp of the last change; 0 before the first.
  private(set) var stamp = 0

  /// Gives the box the next stamp and puts it at the end.
  mutating func moveToEnd(_ box: PublishedBox, revision: Int) {
    stamp += 1
    box.revision = revision
    defer { box.stamp = stamp }
    if box === last { return }
    if box.stamp > 0 { unlink(box) }
    box.previous = last
    last?.next = box
    last = box
    if first == nil { first = box }
  }

  mutating func remove(_ box: PublishedBox) {
    unlink(box)
    box.stamp = 0
  }

  /// The first box whose stamp is above `stamp`, found from the end.
  func firstAfter(_ stamp: Int) -> PublishedBox? {
    var found: PublishedBox?
    var box = last
    while let current = box, current.stamp > stamp {
      found = current
      box = current.previous
    }
    return found
  }

  private mutating func unlink(_ box: PublishedBox) {
    if let previous = box.previous { previous.next = box.next } else { first = box.next }
    if let next = box.next { next.previous = box.previous } else { last = box.previous }
    box.next = nil
    box.previous = nil
  }
}
