internal import BoxWire
internal import UVLoop

/// A box as the server holds it: its encoded value, and its place in the order of changes.
///
/// A box that was removed stays as a tombstone, so that its removal can be sent to subscribers that
/// lag.
@LoopActor
final class PublishedBox {
  let path: Path
  /// The segments of the path, kept because patterns are compared with them again and again.
  let segments: [Substring]
  /// The number of bytes of a member before the value.
  let valueStart: Int
  /// `"path":value`, as sent in a line; empty when there is no value.
  private(set) var member: [UInt8] = []
  /// The bytes of the member, when they are long enough to be shared by lines.
  private(set) var shared: SharedBytes?
  /// The revision of the last change.
  var revision = 0
  /// How often it has changed since it was made, removals included.
  private(set) var changes = 0
  /// The position of the last change; 0 when the box is not in the order of changes.
  var position = 0

  /// Encodes the current value; nil for a box that clients set.
  var encode: (() throws -> JSONText)?
  var isDirty = false
  /// Whether it was released: no client can request its changes any longer.
  var isReleased = false

  /// What an earlier run knew of its value, until it has one in this run.
  var remembered: RememberedValue?
  /// Its place in the memory that outlives the process; 0 when it has none.
  var block = 0

  /// Data of a reader of the changes. The log does not use it.
  var audience: AnyObject?

  // These belong to the order. The log's dictionary owns all boxes; a box leaves the order before
  // that.
  unowned(unsafe) var next: PublishedBox?
  unowned(unsafe) var previous: PublishedBox?

  init(path: Path) {
    self.path = path
    segments = path.segments
    valueStart = path.text.utf8.count + 3
  }

  /// A box that no pattern matches.
  init(nowhere path: Path) {
    self.path = path
    segments = []
    valueStart = 0
  }

  var isNowhere: Bool { segments.isEmpty }

  var exists: Bool { !member.isEmpty }
  var isSetByClients: Bool { encode == nil }

  func holds(_ value: UnsafeRawBufferPointer) -> Bool {
    BoxesLine.value(of: member, from: valueStart, is: value)
  }

  /// Bytes of path and value; 0 when there is no value.
  var size: Int { exists ? path.text.utf8.count + member.count - valueStart : 0 }

  func isIn(_ selection: Selection) -> Bool {
    selection.contains(segments)
  }

  /// - Returns: false when it already has that value.
  func assign(_ value: UnsafeRawBufferPointer, _ memory: MemoryUse) -> Bool {
    if holds(value) { return false }
    assign(member: BoxesLine.member(path: path, value: value), memory)
    return true
  }

  /// - Parameter member: a member with this box's path.
  func assign(member: consuming [UInt8], _ memory: MemoryUse) {
    dropShared()
    changes += 1
    self.member = member
    if member.count >= SharedBytes.least {
      shared = SharedBytes(member, memory, isKept: true)
    }
  }

  func dropValue() {
    dropShared()
    changes += 1
    member = []
  }

  private func dropShared() {
    guard let shared else { return }
    shared.letGo()
    self.shared = nil
  }
}
