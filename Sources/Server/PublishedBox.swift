internal import Loop
internal import Wire

/// A box as the server holds it: its encoded value, and where it stands in the list of boxes in
/// order of last change.
///
/// A box that was removed stays as a tombstone, so that subscribers that lag are told.
@LoopActor
final class PublishedBox {
  let path: Path
  /// `"path":value`, as it stands in a line; empty when there is no value.
  private(set) var member: [UInt8] = []
  /// The revision of the last change.
  fileprivate(set) var revision = 0
  /// The number of the last change, over all boxes: what orders the list and what cursors point at.
  /// Boxes that changed in one revision have different stamps. 0 when it is not in the list.
  fileprivate(set) var stamp = 0

  /// Encodes the present value; nil for a box that clients set.
  var encode: (() throws -> JSONText)?
  var isDirty = false

  /// The groups whose patterns match, as of the trie's generation.
  var groups: [SubscriberGroup] = []
  var generation = 0

  // The publisher's dictionary owns all boxes; a box leaves the list before it leaves that.
  fileprivate(set) unowned(unsafe) var next: PublishedBox?
  fileprivate(set) unowned(unsafe) var previous: PublishedBox?

  init(path: Path) {
    self.path = path
  }

  var exists: Bool { !member.isEmpty }

  /// Bytes of the value's text.
  var valueSize: Int { exists ? member.count - valueStart : 0 }

  func holds(_ value: JSONText) -> Bool {
    exists && member[valueStart...].elementsEqual(value.bytes)
  }

  func take(_ value: JSONText) {
    member = BoxesLine.member(path: path, value: value)
  }

  func dropValue() {
    member = []
  }

  private var valueStart: Int { path.text.utf8.count + 3 }
}

/// All boxes and tombstones in order of their last change, the latest at the end.
@LoopActor
struct BoxList {
  private(set) unowned(unsafe) var first: PublishedBox?
  private(set) unowned(unsafe) var last: PublishedBox?
  /// The stamp of the last change; 0 before the first.
  private(set) var stamp = 0

  /// Gives the box the next stamp and puts it at the end.
  mutating func moveToEnd(_ box: PublishedBox, revision: Int) {
    if box.stamp > 0 { unlink(box) }
    stamp += 1
    box.stamp = stamp
    box.revision = revision
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
