internal import UVLoop

/// What a group must know about a member to send it a line. Lanes are stored side by side, so that
/// sending to thousands of members accesses none of their objects.
struct Lane {
  var cursor: Cursor
  /// nil if the transport has no direct path.
  let pipe: PipeLane?
  /// Whether a line for the whole group can be sent to this member now: the kernel has accepted
  /// everything before it, and no snapshot is left to send.
  var isReady = false
}

/// A lane to which a line could not simply be sent.
struct LaneRest {
  let index: Int
  /// The number of bytes that the kernel accepted; nil when it was offered none, since the lane is
  /// not in step.
  let sent: Int?
}

extension ContiguousArray<Lane> {
  /// Sends the same bytes to all lanes that are ready and in step.
  ///
  /// - Parameters:
  ///   - first: the lane that is written to first.
  ///   - positions: those of cursors that are in step.
  ///   - tally: that of cursors that are in step; nil when it does not matter.
  ///   - next: the cursor of a lane that accepted everything.
  /// - Returns: the number of lanes that accepted everything, and the ready lanes that did not, or
  ///   are not in step.
  mutating func send(
    _ bytes: [UInt8], first: Int, inStep positions: ClosedRange<Int>, tally: Int?, next: Cursor
  ) -> (count: Int, rests: [LaneRest]) {
    var whole = 0
    var rests: [LaneRest] = []
    bytes.withUnsafeBytes { bytes in
      for place in 0..<count {
        let index = place < count - first ? place + first : place + first - count
        guard self[index].isReady else { continue }
        guard positions.contains(self[index].cursor.position),
          tally == nil || self[index].cursor.tally == tally
        else {
          rests.append(LaneRest(index: index, sent: nil))
          continue
        }
        let sent = self[index].pipe?.send(bytes) ?? 0
        guard sent == bytes.count else {
          rests.append(LaneRest(index: index, sent: sent))
          continue
        }
        whole += 1
        self[index].cursor = next
      }
    }
    return (whole, rests)
  }
}
