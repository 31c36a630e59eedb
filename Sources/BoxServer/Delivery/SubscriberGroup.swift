internal import BoxWire
internal import UVLoop

/// Subscribers with the same patterns, mode, interval and rights: a line is built once for all of them.
///
/// This file contains a group's state, and how a change reaches all members at once. Sending to a
/// single member, which lags or was just added, is in the extension beside it.
@LoopActor
final class SubscriberGroup {
  /// The properties that a group's subscribers share.
  struct Key: Hashable {
    /// Sorted by text.
    let patterns: [Pattern]
    let options: DeliveryOptions

    /// The boxes that concern the group.
    var selection: Selection { Selection(patterns, options.rights) }
  }

  private(set) var key: Key
  unowned let log: ChangeLog
  private(set) var members: [Subscriber] = []
  /// The lane of each member, in the same order.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var lanes: ContiguousArray<Lane> = []
  /// The cursor after the last line that was made for the group. A member whose cursor is not
  /// before it was sent every change that concerned the group before the current flush.
  private(set) var cursor: Cursor
  /// The number of revisions that concerned the group since it was created.
  private(set) var tally = 0
  /// The position of the newest removal that concerned the group and has been forgotten. A member
  /// whose cursor is before it cannot be sent what it missed.
  var horizon = 0
  /// The last search of the trie that found the group.
  var search = 0
  /// The boxes that changed since the last flush, in order of change; in a `latest` group.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var batch: [PublishedBox] = []

  /// Positions of changes since the last flush; in an `every` group.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var fresh: [Int] = []
  private var notedRevision = 0
  private var rotation = 0
  /// Runs while members wait for the end of their interval.
  private var pulse: Timer?
  private var pulseDue: MonotonicTime?
  private let spare: SpareLines
  private let intervalEnded: @LoopActor (SubscriberGroup) -> Void

  /// - Parameters:
  ///   - spare: memory for building lines.
  ///   - position: the position up to which changes were sent to all groups.
  ///   - intervalEnded: called when members that wait for the end of their interval have to be
  ///     checked.
  init(
    _ key: Key, log: ChangeLog, spare: SpareLines, after position: Int,
    intervalEnded: @escaping @LoopActor (SubscriberGroup) -> Void
  ) {
    self.key = key
    self.log = log
    self.spare = spare
    self.intervalEnded = intervalEnded
    cursor = Cursor(position: position, tally: 0)
  }

  var mode: Subscribe.Mode { key.options.mode }

  func insert(_ member: Subscriber, _ lane: Lane) {
    member.group = self
    member.index = members.count
    members.append(member)
    lanes.append(lane)
    lanes[member.index].cursor.tally = lane.cursor.position == log.position ? tally : nil
  }

  /// Removes a member.
  ///
  /// - Parameter flushed: the position up to which changes were sent to all groups.
  /// - Returns: its lane, the cursor moved over changes that do not concern the group.
  func remove(_ member: Subscriber, flushed: Int) -> Lane {
    var lane = lanes[member.index]
    // The rest of a revision of which it was sent a line does not concern the group either, but may
    // match patterns that are added now.
    let end = log.recent.position(at: lane.cursor.revision) ?? 0
    lane.cursor.position = max(position(of: member, flushed: flushed), end)
    member.group = nil
    let last = members.removeLast()
    let lastLane = lanes.removeLast()
    guard last !== member else { return lane }
    members[member.index] = last
    lanes[member.index] = lastLane
    last.index = member.index
    return lane
  }

  /// Frees what it holds, since boxes remember their groups until they change again.
  func dissolve() {
    key = Key(patterns: [], options: DeliveryOptions())
    batch = []
    fresh = []
    pulse = nil
  }

  /// Records a change that concerns the group.
  ///
  /// - Returns: whether it is the first since the last flush.
  func note(revision: Int, position: Int) -> Bool {
    let isFirst = cursor.tally == tally
    if revision != notedRevision {
      notedRevision = revision
      tally += 1
    }
    if mode == .every { fresh.append(position) }
    return isFirst
  }

  /// Returns the number of revisions that concern the group and are after a cursor; nil if unknown.
  func revisions(since cursor: Cursor) -> Int? {
    // A closure would check on each call, at some cost, that it is on the loop.
    guard let reached = cursor.tally else { return nil }
    return tally - reached
  }

  /// The member's position, moved over changes that do not concern the group.
  func position(of member: Subscriber, flushed: Int) -> Int {
    let position = lanes[member.index].cursor.position
    return position >= cursor.position ? max(position, flushed) : position
  }

  // MARK: Sending to all

  /// Sends changes to each member: to all that are up to date the same bytes, which are made once;
  /// to a member that was already sent a part, the rest; to one that lags, nothing, since it
  /// catches up when its socket accepts bytes again.
  ///
  /// - Parameters:
  ///   - flushed: the position up to which changes were sent to all groups.
  ///   - end: the position of the last change.
  func flush(after flushed: Int, upTo end: Int) -> Sent {
    let sent =
      switch mode {
      case .latest: sendBatch(flushed, end)
      case .every: sendFresh(flushed)
      }
    cursor.tally = tally
    return sent
  }

  private func sendBatch(_ flushed: Int, _ end: Int) -> Sent {
    guard let last = batch.last else { return Sent() }
    let line = changeLine(of: batch, merged: revisions(since: cursor))
    batch.removeAll(keepingCapacity: true)
    let next = Cursor(position: end, revision: last.revision, tally: tally)
    var sent = Sent()
    if key.options.interval == .zero, let bytes = line.bytes {
      let (count, rests) = lanes.send(
        bytes, first: first(), inStep: inStep(flushed), tally: cursor.tally, next: next)
      sent.count(lines: count, bytes: count * bytes.count)
      let shared = shared(bytes, rests)
      for (member, taken) in found(rests) where member.group === self {
        sent += send(bytes, shared, taken, next, to: member, flushed: flushed)
      }
    } else {
      sent += sendToEach(line, next, flushed)
    }
    cursor = next
    return sent
  }

  /// Sends a line if each member has its own interval, or the line is in pieces.
  private func sendToEach(_ line: OutputLine, _ next: Cursor, _ flushed: Int) -> Sent {
    var sent = Sent()
    let (now, positions, tally) = (MonotonicTime.now, inStep(flushed), cursor.tally)
    for member in members where member.group === self && lanes[member.index].isReady {
      if let due = member.due, now < due {
        hold(until: due)
        continue
      }
      let cursor = lanes[member.index].cursor
      if positions.contains(cursor.position), mode == .every || cursor.tally == tally {
        sent += offer(line, next, to: member)
      } else {
        sent += resume(member, flushed: flushed)
      }
    }
    return sent
  }

  /// Returns lines that are long and wait for several members, as bytes that these share.
  private func shared(_ bytes: [UInt8], _ rests: [LaneRest]) -> SharedBytes? {
    guard !rests.isEmpty, bytes.count >= SharedBytes.least else { return nil }
    return SharedBytes(bytes, log.memory)
  }

  private func sendFresh(_ flushed: Int) -> Sent {
    var sent = Sent()
    var lines = RevisionLines()
    spare.lend(&lines)
    var flushed = flushed
    let recent = log.recent
    var index = 0
    while index < fresh.count {
      let (end, isLong) = recent.endOfRevision(in: fresh, from: index)
      if isLong || lines.isLarge {
        lines.endLine()
        sent += send(lines, after: flushed)
        flushed = lines.ends.last?.cursor.position ?? flushed
        lines.removeAll()
      }
      if isLong {
        let (line, next) = changeLine(of: fresh[index..<end], in: recent)
        sent += sendToEach(line, next, flushed)
        cursor = next
        flushed = next.position
      } else {
        for position in fresh[index..<end] { lines.append(recent, position) }
      }
      index = end
    }
    fresh.removeAll(keepingCapacity: fresh.count < 1024)
    lines.endLine()
    sent += send(lines, after: flushed)
    spare.takeBack(&lines)
    return sent
  }

  /// Sends lines to the members that were sent everything up to a position.
  private func send(_ lines: RevisionLines, after flushed: Int) -> Sent {
    var sent = Sent()
    guard let last = lines.ends.last else { return sent }
    let (count, rests) = lanes.send(
      lines.bytes, first: first(), inStep: inStep(flushed), tally: nil, next: last.cursor)
    sent.count(lines: count * lines.ends.count, bytes: count * lines.bytes.count)
    let shared = shared(lines.bytes, rests)
    for (member, taken) in found(rests) where member.group === self {
      sent += send(lines, shared, taken, to: member, flushed: flushed)
    }
    cursor = last.cursor
    return sent
  }

  /// Looks up the members first, because sending to one may remove another.
  private func found(_ rests: [LaneRest]) -> [(member: Subscriber, taken: Int?)] {
    rests.map { (members[$0.index], $0.sent) }
  }

  /// The positions of members that were sent every change that concerned the group up to `flushed`,
  /// and none after it.
  private func inStep(_ flushed: Int) -> ClosedRange<Int> {
    cursor.position...max(cursor.position, flushed)
  }

  /// Returns the member that is written to first: a different one each time, so that no member is
  /// always last.
  private func first() -> Int {
    rotation += 1
    return members.isEmpty ? 0 : rotation % members.count
  }

  // MARK: Intervals

  /// Schedules a check of a member at `due`.
  func hold(until due: MonotonicTime) {
    if pulse != nil, let pulseDue, pulseDue <= due { return }
    pulseDue = due
    // Weakly, since the group may be released on another thread, with everything that it belongs
    // to.
    pulse = Timer(after: MonotonicTime.now.duration(to: due)) { [weak self] in
      guard let self else { return }
      pulse = nil
      intervalEnded(self)
    }
  }
}
