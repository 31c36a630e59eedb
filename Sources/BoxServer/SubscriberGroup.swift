internal import BoxWire
internal import UVLoop

/// Subscribers with the same patterns, mode and interval: a line is built once for all of them.
@LoopActor
final class SubscriberGroup {
  /// What subscribers of a group have in common.
  struct Key: Hashable {
    /// In order of their text.
    let patterns: [Pattern]
    let delivery: Delivery
  }

  private(set) var key: Key
  private(set) var members: [Subscriber] = []
  /// Of each member, in the same order.
  var lanes: ContiguousArray<Lane> = []
  /// The list's stamp when a line was last made for the group. A member whose cursor is not below
  /// it has seen every change that concerned the group before the present flush.
  private(set) var stamp: Int
  /// How many revisions concerned the group since it is there.
  private(set) var revisions = 0
  /// The newest removal that concerned the group and is remembered no more.
  var forgotten = 0
  /// The last search of the trie that found the group.
  var search = 0
  /// What changed since the last flush, in order of change; of a group of `latest`.
  var batch: [PublishedBox] = []

  /// Stamps of what changed since the last flush; of a group of `every`.
  private var fresh: [Int] = []
  private var lastRevision = 0
  /// `revisions` at the last flush.
  private var told = 0
  private var turn = 0
  /// Runs while members wait for the end of their interval.
  private var pulse: Timer?
  private var pulseDue: UInt64 = 0

  init(_ key: Key, stamp: Int) {
    self.key = key
    self.stamp = stamp
  }

  var mode: Subscribe.Mode { key.delivery.mode }

  func insert(_ subscriber: Subscriber, _ lane: Lane) {
    subscriber.index = members.count
    members.append(subscriber)
    lanes.append(lane)
  }

  /// - Returns: its lane.
  func remove(_ subscriber: Subscriber) -> Lane {
    let lane = lanes[subscriber.index]
    let last = members.removeLast()
    let lastLane = lanes.removeLast()
    guard last !== subscriber else { return lane }
    members[subscriber.index] = last
    lanes[subscriber.index] = lastLane
    last.index = subscriber.index
    return lane
  }

  /// Lets go of what it holds, since boxes remember their groups until they change again.
  func dissolve() {
    key = Key(patterns: [], delivery: Delivery())
    batch = []
    fresh = []
    pulse = nil
  }

  /// Notes a change that concerns the group.
  ///
  /// - Returns: whether it is the first since the last flush.
  func note(revision: Int, stamp: Int) -> Bool {
    let isFirst = told == revisions
    if revision != lastRevision {
      lastRevision = revision
      revisions += 1
    }
    if mode == .every { fresh.append(stamp) }
    return isFirst
  }

  // MARK: Sending

  /// Sends what changed to each member: the same bytes to all that are up to date, which are made
  /// once; what is due to a member that has seen a part already; nothing to one that lags, which
  /// catches up when its socket takes bytes again.
  func flush(_ publisher: Publisher) {
    switch mode {
    case .latest: sendBatch(publisher)
    case .every: sendFresh(publisher)
    }
    told = revisions
  }

  private func sendBatch(_ publisher: Publisher) {
    guard let last = batch.last else { return }
    let merged = revisions - told
    let line = changeLine(of: batch, merged: merged)
    batch.removeAll(keepingCapacity: true)
    let place = RecentChanges.Place(stamp: publisher.stamp, revision: last.revision)
    if key.delivery.interval > 0 {
      sendToDue(line, place, inStep(publisher.flushed))
    } else {
      let (count, rests) = lanes.send(
        line, first: first(), inStep: inStep(publisher.flushed), seen: told,
        next: (place.stamp, place.revision, revisions))
      publisher.countSent(lines: count, bytes: count * line.count)
      for rest in rests { members[rest.index].send(line, rest.sent, place, seen: revisions) }
    }
    stamp = publisher.stamp
  }

  /// The same where each member has a time of its own.
  private func sendToDue(
    _ line: [UInt8], _ place: RecentChanges.Place, _ steps: ClosedRange<Int>
  ) {
    let now = Uptime.now
    for index in lanes.indices where lanes[index].isReady {
      let member = members[index]
      if now < member.due {
        hold(until: member.due)
      } else {
        let isInStep = steps.contains(lanes[index].cursor) && lanes[index].seen == told
        member.send(line, isInStep ? 0 : nil, place, seen: revisions)
      }
    }
  }

  private func sendFresh(_ publisher: Publisher) {
    var lines = RevisionLines()
    var flushed = publisher.flushed
    for stamp in fresh {
      if lines.isLarge, lines.ends(before: publisher.recent[stamp].revision) {
        send(lines, after: flushed, publisher)
        flushed = lines.ends.last?.stamp ?? flushed
        lines.removeAll()
      }
      lines.append(publisher.recent, stamp)
    }
    fresh.removeAll(keepingCapacity: fresh.count < 1024)
    lines.endLine()
    send(lines, after: flushed, publisher)
  }

  /// Sends lines to those who have seen everything up to the stamp `flushed`.
  private func send(_ lines: RevisionLines, after flushed: Int, _ publisher: Publisher) {
    guard let last = lines.ends.last else { return }
    let (count, rests) = lanes.send(
      lines.bytes, first: first(), inStep: inStep(flushed), seen: nil,
      next: (last.stamp, last.revision, nil))
    publisher.countSent(lines: count * lines.ends.count, bytes: count * lines.bytes.count)
    for rest in rests { members[rest.index].send(lines, rest.sent) }
    stamp = last.stamp
  }

  /// Cursors of members that have seen every change that concerned the group up to the stamp
  /// `flushed`, and none after it.
  private func inStep(_ flushed: Int) -> ClosedRange<Int> {
    stamp...max(stamp, flushed)
  }

  /// The member that is written to first: another one each time, so that nobody is always the last.
  private func first() -> Int {
    turn += 1
    return members.isEmpty ? 0 : turn % members.count
  }

  /// Has each member that does not lag send what is due, without a line for all of them.
  func resume() {
    for index in lanes.indices where lanes[index].isReady { members[index].resume() }
  }

  // MARK: Intervals

  /// Sees to it that a member is looked at again at `due`.
  func hold(until due: UInt64) {
    guard pulse == nil || due < pulseDue else { return }
    let now = Uptime.now
    pulseDue = due
    let pause = due > now ? Duration.nanoseconds(due - now) : .zero
    // Weakly, since it may be released, with all that it belongs to, on another thread.
    pulse = Timer(after: pause) { [weak self] in
      self?.pulse = nil
      self?.resume()
    }
  }
}

/// About how many bytes a line with these boxes has.
@LoopActor
func lineSize(of boxes: [PublishedBox]) -> Int {
  var size = 0
  for box in boxes { size += box.member.count + 1 }
  return size
}

/// One `change` line for boxes in order of their change.
///
/// - Parameters:
///   - revision: the line's; nil for that of the last box, of which there must be one then.
///   - merged: how many revisions it stands for; nil when that is not known.
@LoopActor
func changeLine(of boxes: [PublishedBox], revision: Int? = nil, merged: Int?) -> [UInt8] {
  var line = BoxesLine(
    .change, revision: revision ?? boxes[boxes.count - 1].revision,
    capacity: lineSize(of: boxes))
  var removed: [Path] = []
  for box in boxes {
    if box.exists { line.append(member: box.member) } else { removed.append(box.path) }
  }
  return line.finish(removed: removed, merged: merged)
}
