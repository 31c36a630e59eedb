internal import UVLoop

/// What a group must know of a member to send it a line: side by side with those of all others, so
/// that sending to thousands touches no object of theirs.
struct Lane {
  /// Every change up to this stamp was sent, or never concerned the subscriber.
  var cursor: Int
  /// The revision of the last line that was sent.
  var revision: Int
  /// How many of the group's revisions lie before the cursor; nil when that is not known.
  var seen: Int?
  let pipe: PipeLane
  /// Whether a line that is made for the whole group can be sent to this one now.
  var isReady = false
}

/// What could not simply be sent to a lane.
struct LaneRest {
  let index: Int
  /// How many bytes the kernel took; nil when it was offered none, since the lane is not in step.
  let sent: Int?
}

extension ContiguousArray<Lane> {
  /// Sends the same bytes to all lanes that are ready and in step.
  ///
  /// - Parameters:
  ///   - first: the lane that is written to first.
  ///   - steps: the cursors of lanes that are in step.
  ///   - seen: what such lanes must have seen; nil when it does not matter.
  ///   - next: what a lane that took everything has got to.
  /// - Returns: how many took everything, and ready lanes that did not, or are not in step.
  mutating func send(
    _ bytes: [UInt8], first: Int, inStep steps: ClosedRange<Int>, seen: Int?,
    next: (cursor: Int, revision: Int, seen: Int?)
  ) -> (count: Int, rests: [LaneRest]) {
    var whole = 0
    var rests: [LaneRest] = []
    bytes.withUnsafeBytes { bytes in
      for position in 0..<count {
        let index = position < count - first ? position + first : position + first - count
        guard self[index].isReady else { continue }
        guard steps.contains(self[index].cursor), seen == nil || self[index].seen == seen else {
          rests.append(LaneRest(index: index, sent: nil))
          continue
        }
        let sent = self[index].pipe.send(bytes)
        guard sent == bytes.count else {
          rests.append(LaneRest(index: index, sent: sent))
          continue
        }
        whole += 1
        self[index].cursor = next.cursor
        self[index].revision = next.revision
        self[index].seen = next.seen
      }
    }
    return (whole, rests)
  }
}
