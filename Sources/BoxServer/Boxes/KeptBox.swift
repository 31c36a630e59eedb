package import BoxWire
internal import UVLoop

/// A shared box as it is stored and restored.
package struct KeptBox: Sendable {
  package let path: Path
  /// The time until it expires, which may have passed; nil for a box that does not expire.
  package let timeToLive: Duration?
  /// `"path":value`, the same bytes that the server holds.
  let member: [UInt8]
  private let valueStart: Int

  /// The text of its value: valid JSON without insignificant white space, not copied.
  package var value: ArraySlice<UInt8> { member[valueStart...] }

  /// Bytes of path and value, as limits count them.
  package var size: Int { path.text.utf8.count + value.count }

  package init(path: Path, value: JSONText, timeToLive: Duration?) {
    self.path = path
    self.timeToLive = timeToLive
    member = BoxesLine.member(path: path, value: value)
    valueStart = member.count - value.bytes.count
  }

  /// - Precondition: the box exists.
  @LoopActor
  init(_ box: PublishedBox, timeToLive: Duration?) {
    path = box.path
    self.timeToLive = timeToLive
    member = box.member
    valueStart = box.valueStart
  }
}
