internal import Loop
internal import Wire

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
  /// The member that is written to first: another one each time.
  private var first = 0
  /// Runs while members wait for the end of their interval.
  private var pulse: Timer?
  private var pulseDue: UInt64 = 0

  init(_ key: Key, stamp: Int) {
    self.key = key
    self.stamp = stamp
  }

  var mode: Subscribe.Mode { key.delivery.mode }

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
    first += 1
  }

  private func sendBatch(_ publisher: Publisher) {
    guard let last = batch.last else { return }
    let merged = revisions - told
    let line = changeLine(of: batch, merged: merged)
    batch.removeAll(keepingCapacity: true)
    let now = interval > 0 ? Uptime.now : 0
    for member in rotated where member.isReady {
      if now < member.due {
        hold(until: member.due)
      } else if isCurrent(member, publisher.flushed), member.seen == told {
        member.offer(line, revision: last.revision, cursor: publisher.stamp, seen: revisions)
      } else if member.cursor < publisher.stamp {
        member.resume()
      }
    }
    stamp = publisher.stamp
  }

  private func sendFresh(_ publisher: Publisher) {
    var lines = RevisionLines()
    var flushed = publisher.flushed
    for stamp in fresh {
      let change = publisher.recent[stamp]
      if lines.isLarge, lines.ends(before: change) {
        send(lines, after: flushed)
        flushed = lines.ends.last?.stamp ?? flushed
        lines.removeAll()
      }
      lines.append(change, stamp: stamp)
    }
    fresh.removeAll(keepingCapacity: fresh.count < 1024)
    lines.endLine()
    send(lines, after: flushed)
  }

  /// Sends lines to those who have seen everything up to the stamp `flushed`.
  private func send(_ lines: RevisionLines, after flushed: Int) {
    guard let last = lines.ends.last else { return }
    for member in rotated where member.isReady {
      if isCurrent(member, flushed) {
        member.offer(lines)
      } else if member.cursor < last.stamp {
        member.resume()
      }
    }
    stamp = last.stamp
  }

  private func isCurrent(_ member: Subscriber, _ flushed: Int) -> Bool {
    member.cursor >= stamp && member.cursor <= flushed
  }

  /// All members, another one first each time: nobody is always the last.
  private var rotated: some Sequence<Subscriber> {
    let start = members.isEmpty ? 0 : first % members.count
    return [members[start...], members[..<start]].joined()
  }

  /// Has each member that does not lag send what is due, without a line for all of them.
  func resume() {
    for member in members where member.isReady { member.resume() }
  }

  // MARK: Intervals

  private var interval: Int { key.delivery.interval }

  /// Sees to it that a member is looked at again at `due`.
  func hold(until due: UInt64) {
    guard pulse == nil || due < pulseDue else { return }
    let now = Uptime.now
    pulseDue = due
    let pause = due > now ? Duration.nanoseconds(due - now) : .zero
    pulse = Timer(after: pause) { [unowned self] in
      pulse = nil
      resume()
    }
  }
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
    capacity: boxes.reduce(0) { $0 + $1.member.count + 1 })
  var removed: [Path] = []
  for box in boxes {
    if box.exists { line.append(member: box.member) } else { removed.append(box.path) }
  }
  return line.finish(removed: removed, merged: merged)
}
