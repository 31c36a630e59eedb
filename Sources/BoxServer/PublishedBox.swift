internal import BoxWire
internal import UVLoop

/// A box as the server holds it: its encoded value, and where it stands in the list of boxes in
/// order of last change.
///
/// A box that was removed stays as a tombstone, so that subscribers that lag are told.
@LoopActor
final class PublishedBox {
  let path: Path
  /// The path's, kept because patterns are compared with them again and again.
  let segments: [Substring]
  /// How many bytes stand before the value in a member.
  private let valueStart: Int
  /// `"path":value`, as it stands in a line; empty when there is no value.
  private(set) var member: [UInt8] = []
  /// The revision of the last change.
  var revision = 0
  /// The number of the last change, over all boxes: what orders the list and what cursors point at.
  /// Boxes that changed in one revision have different stamps. 0 when it is not in the list.
  var stamp = 0

  /// Encodes the present value; nil for a box that clients set.
  var encode: (() throws -> JSONText)?
  var isDirty = false

  /// The groups whose patterns match, as of the trie's generation.
  var groups: [SubscriberGroup] = []
  var generation = 0

  // The list's own. The publisher's dictionary owns all boxes; a box leaves the list before that.
  unowned(unsafe) var next: PublishedBox?
  unowned(unsafe) var previous: PublishedBox?

  init(path: Path) {
    self.path = path
    segments = path.segments
    valueStart = path.text.utf8.count + 3
  }

  var exists: Bool { !member.isEmpty }

  func holds(_ value: UnsafeRawBufferPointer) -> Bool {
    BoxesLine.value(of: member, from: valueStart, is: value)
  }

  /// Bytes of path and value; 0 when it has none.
  var size: Int { exists ? path.text.utf8.count + member.count - valueStart : 0 }

  func matches(_ patterns: [Pattern]) -> Bool {
    patterns.match(segments)
  }

  /// - Returns: false when it has that value already.
  func take(_ value: UnsafeRawBufferPointer) -> Bool {
    if holds(value) { return false }
    member = BoxesLine.member(path: path, value: value)
    return true
  }

  func dropValue() {
    member = []
  }

}
