internal import BoxWire
internal import UVLoop

/// How many boxes there are that clients have set, and how many bytes their paths and values have.
struct BoxTotals {
  private(set) var count = 0
  private(set) var bytes = 0

  mutating func add(_ size: Int) {
    count += 1
    bytes += size
  }

  mutating func remove(_ size: Int) {
    count -= 1
    bytes -= size
  }

  /// Counts a box that is to be set.
  ///
  /// - Parameters:
  ///   - size: bytes of the new value.
  ///   - held: the box that exists.
  /// - Throws: `RequestError` -32004 if the value is too large, or it is one box too many.
  @LoopActor
  mutating func set(
    _ path: Path, size: Int, held: PublishedBox?, _ limits: ServerLimits
  ) throws(RequestError) {
    guard size <= limits.value else {
      throw .limit("value", "a value has at most \(limits.value) bytes, this one \(size)")
    }
    guard held != nil || count < limits.sharedBoxes else {
      throw .limit("boxes", "there are \(count) shared boxes already")
    }
    bytes += path.text.utf8.count + size - (held?.size ?? 0)
    if held == nil { count += 1 }
  }

  /// - Parameter old: what there was before a change.
  /// - Throws: `RequestError` -32004 if there are too many bytes.
  func check(after old: BoxTotals, _ limits: ServerLimits) throws(RequestError) {
    // Over a limit that was lowered, there may be fewer of them.
    guard bytes <= max(limits.sharedBytes, old.bytes) else {
      throw .limit("bytes", "shared boxes have at most \(limits.sharedBytes) bytes together")
    }
  }
}
