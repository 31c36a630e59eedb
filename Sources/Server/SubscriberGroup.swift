internal import Loop
internal import Wire

/// Subscribers with the same patterns: a line is built once for all of them.
@LoopActor
final class SubscriberGroup {
  /// In order of their text; empty once the group is dissolved.
  private(set) var patterns: [Pattern]
  private(set) var members: [Subscriber] = []
  /// The list's stamp when a line was last made for the group. A member whose cursor is not below
  /// it has seen every change that concerned the group before the present flush.
  private(set) var stamp: Int
  /// The last search of the trie that found the group.
  var search = 0
  /// What changed since the last flush, in order of change.
  var batch: [PublishedBox] = []

  init(patterns: [Pattern], stamp: Int) {
    self.patterns = patterns
    self.stamp = stamp
  }

  func insert(_ subscriber: Subscriber) {
    subscriber.index = members.count
    members.append(subscriber)
  }

  func remove(_ subscriber: Subscriber) {
    let last = members.removeLast()
    guard last !== subscriber else { return }
    members[subscriber.index] = last
    last.index = subscriber.index
  }

  /// Lets go of what it holds, since boxes remember their groups until they change again.
  func dissolve() {
    patterns = []
    batch = []
  }

  /// Sends what changed to each member: the same line to all that are up to date, which is written
  /// once; one of its own to a member that has seen a part already; nothing to one that lags,
  /// which catches up when its socket takes bytes again.
  ///
  /// - Parameters:
  ///   - flushed: the list's stamp at the flush before.
  ///   - stamp: the list's stamp now.
  func flush(from flushed: Int, to stamp: Int) {
    let line = changeLine(of: batch)
    let revision = batch[batch.count - 1].revision
    batch.removeAll(keepingCapacity: true)
    for member in members where member.isReady {
      if member.cursor >= self.stamp && member.cursor <= flushed {
        member.offer(line, revision: revision, cursor: stamp)
      } else if member.cursor < stamp {
        member.resume()
      }
    }
    self.stamp = stamp
  }

  /// Has each member that does not lag send what is due, without a line for all of them.
  ///
  /// - Parameter stamp: the list's stamp now.
  func resume(to stamp: Int) {
    for member in members where member.isReady { member.resume() }
    self.stamp = stamp
  }
}

/// One `change` line for boxes in order of their change.
///
/// - Parameter revision: the line's; nil for that of the last box, of which there must be one then.
@LoopActor
func changeLine(of boxes: [PublishedBox], revision: Int? = nil) -> [UInt8] {
  var line = BoxesLine(
    .change, revision: revision ?? boxes[boxes.count - 1].revision,
    capacity: boxes.reduce(0) { $0 + $1.member.count + 1 })
  var removed: [Path] = []
  for box in boxes {
    if box.exists { line.append(member: box.member) } else { removed.append(box.path) }
  }
  return line.finish(removed: removed)
}
