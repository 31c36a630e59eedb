internal import UVLoop

/// All boxes and tombstones in order of their last change, the latest at the end.
@LoopActor
struct ChangeOrder {
  private(set) unowned(unsafe) var first: PublishedBox?
  private(set) unowned(unsafe) var last: PublishedBox?
  /// The position of the last change; 0 before the first.
  private(set) var position = 0

  /// Gives the box the next position and puts it at the end.
  mutating func moveToEnd(_ box: PublishedBox, revision: Int) {
    position += 1
    box.revision = revision
    defer { box.position = position }
    if box === last { return }
    if box.position > 0 { unlink(box) }
    box.previous = last
    last?.next = box
    last = box
    if first == nil { first = box }
  }

  /// Counts a change of a box that is not in the order.
  mutating func skip() {
    position += 1
  }

  /// Removes a box that is in the order.
  mutating func remove(_ box: PublishedBox) {
    unlink(box)
    box.position = 0
  }

  /// The first box that changed after `position`, found from the end.
  func firstAfter(_ position: Int) -> PublishedBox? {
    var found: PublishedBox?
    var box = last
    while let current = box, current.position > position {
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
