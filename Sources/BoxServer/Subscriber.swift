internal import BoxWire
internal import UVLoop

/// A connection that asked for patterns of paths. It is a cursor, not a queue: the stamp of the
/// last change that it was sent, and the snapshots that it still is to get.
@LoopActor
final class Subscriber {
  private unowned let output: any SubscriberOutput
  private unowned let publisher: Publisher
  private(set) var group: SubscriberGroup?
  /// Place in the group's members; the group's own.
  var index = 0

  /// Its own as long as there is no group, else among the group's.
  private var ownLane: Lane
  /// When the next `change` line may be sent; in the time of ``Uptime``.
  private(set) var due: UInt64 = 0
  private var snapshots: [Snapshot] = []
  private var barriers = Barriers()

  init(output: any SubscriberOutput, publisher: Publisher) {
    self.output = output
    self.publisher = publisher
    ownLane = Lane(
      cursor: publisher.stamp, revision: publisher.revision, seen: nil, pipe: output.lane)
  }

  private var lane: Lane {
    get { group?.lanes[index] ?? ownLane }
    set { if let group { group.lanes[index] = newValue } else { ownLane = newValue } }
  }

  private var cursor: Int {
    get { lane.cursor }
    set { lane.cursor = newValue }
  }

  /// Whether a line that is made for the whole group can be sent to this one now: everything before
  /// is with the kernel, and no snapshot is left to send.
  var isReady: Bool {
    get { lane.isReady }
    set { lane.isReady = newValue && snapshots.isEmpty }
  }

  var patterns: [Pattern] { group?.key.patterns ?? [] }
  /// nil as long as there are no patterns.
  var delivery: Delivery? { group?.key.delivery }
  var snapshotCount: Int { snapshots.count }

  /// Whether there is something that ``resume()`` would send if the output wanted more.
  var hasMore: Bool {
    !snapshots.isEmpty
      || (group.map { $0.mode == .every && cursor(in: $0) < publisher.flushed } ?? false)
  }

  /// Whether changes of one box are told as one. In `every` they are as long as a first snapshot is
  /// under way: there is nothing yet of which each revision could be told.
  private var isConflated: Bool { group?.mode == .latest || snapshots.first?.isWhole == true }

  /// Whether changes are to wait for the end of the interval.
  private var isHeldBack: Bool { snapshots.isEmpty && due > 0 && due > Uptime.now }

  // MARK: Patterns

  /// Adds patterns and begins a snapshot of them.
  ///
  /// - Parameter delivery: counts as long as there are no patterns.
  func add(_ new: [Pattern], _ delivery: Delivery = Delivery()) {
    // First of all, so that a gap that is told now ends with this one's `synced`.
    begin(Snapshot(of: new, upTo: publisher.stamp, isWhole: group == nil))
    join(new, delivery)
  }

  /// Goes on after `stamp` with patterns, as the first ones. All changes since then must be known.
  func add(_ new: [Pattern], _ delivery: Delivery, after place: RecentChanges.Place) {
    join(new, delivery)
    guard let group else { return }
    lane.cursor = place.stamp
    lane.revision = place.revision
    lane.seen = place.stamp == publisher.stamp ? group.revisions : nil
    // Nothing is left of this one: what remains is to say that it is over.
    begin(Snapshot(of: new, after: publisher.stamp, upTo: publisher.stamp))
  }

  private func begin(_ snapshot: Snapshot) {
    snapshots.append(snapshot)
    isReady = false
  }

  private func join(_ new: [Pattern], _ delivery: Delivery) {
    if group == nil {
      lane.cursor = publisher.stamp
      lane.revision = publisher.revision
      due = 0
    }
    if isConflated { sendChanges() }
    let held = patterns
    move(to: held + new.without(held), group?.key.delivery ?? delivery)
  }

  /// Takes back patterns; all when nil. Nothing that only they match is sent from now on. To be
  /// followed by ``finishWaiting()`` and ``resume()``.
  func remove(_ old: [Pattern]?) {
    let left = old.map(patterns.without) ?? []
    // A new group knows of no removal that was forgotten before it came.
    let mayWait = isHeldBack && cursor >= group?.forgotten ?? 0
    if isConflated && !mayWait { sendChanges() }
    move(to: left, group?.key.delivery ?? Delivery())
    if left.isEmpty { snapshots = [] }
    for index in snapshots.indices {
      snapshots[index].patterns.removeAll { old?.contains($0) ?? true }
    }
  }

  /// To be called when the connection is gone.
  func end() {
    move(to: [], Delivery())
    snapshots = []
    for body in barriers.dropped() { body(false) }
  }

  private func move(to patterns: [Pattern], _ delivery: Delivery) {
    if let group {
      cursor = cursor(in: group)
      ownLane = publisher.leave(group, self)
    }
    group = nil
    if patterns.isEmpty {
      cursor = publisher.stamp
    } else {
      group = publisher.join(patterns, delivery, self, ownLane)
    }
    lane.seen = cursor == publisher.stamp ? group?.revisions : nil
  }

  /// The cursor, moved over changes that are known not to concern the group.
  private func cursor(in group: SubscriberGroup) -> Int {
    cursor >= group.stamp ? max(cursor, publisher.flushed) : cursor
  }

  // MARK: Sending

  /// Sends what is left of a line that was made for the whole group, if the kernel takes it; what is
  /// due instead when the lane is not in step.
  func send(_ line: [UInt8], _ sent: Int?, _ place: RecentChanges.Place, seen: Int) {
    guard let sent else { return resume() }
    let end = output.offer(line, sent: sent, end: { _ in line.count })
    isReady = output.isDrained
    guard end > 0 else { return }
    publisher.countSent(lines: 1, bytes: line.count)
    pass(place, seen: seen)
  }

  /// The same for several lines, as many as the kernel takes.
  func send(_ lines: RevisionLines, _ sent: Int?) {
    guard let sent else { return resume() }
    let end = output.offer(lines.bytes, sent: sent) { lines.last(at: $0).end.offset }
    isReady = output.isDrained
    guard end > 0 else { return }
    let (count, last) = lines.last(at: end)
    publisher.countSent(lines: count, bytes: end)
    pass(RecentChanges.Place(stamp: last.stamp, revision: last.revision), seen: nil)
  }

  /// Sends what is due, as long as the output wants more: changes first, then snapshots.
  func resume() {
    while output.wantsMore {
      if let group {
        if isHeldBack {
          if cursor(in: group) < publisher.flushed { group.hold(until: due) }
          return
        }
        sendChanges()
        guard cursor == publisher.stamp else { continue }
      }
      guard output.wantsMore, let snapshot = snapshots.first else { return }
      send(snapshot)
    }
  }

  /// Calls `body` once everything up to now is sent, and no snapshot is left to send: at once, or
  /// later, or with false when the connection ends before.
  func whenSynced(_ body: @escaping @LoopActor (_ isSynced: Bool) -> Void) {
    barriers.add(at: group == nil ? cursor : publisher.stamp, body)
    finishWaiting()
  }

  /// Calls what waits for nothing any more.
  func finishWaiting() {
    guard !barriers.isEmpty, snapshots.isEmpty else { return }
    for body in barriers.passed(by: cursor) { body(true) }
  }

  /// Sends changes up to now, in `every` as many as the output wants; where they cannot be told, or
  /// are much, it begins a snapshot instead.
  func sendChanges() {
    guard let group, cursor < publisher.stamp else { return }
    let from = cursor(in: group)
    if isConflated {
      sendNewest(of: group, after: from)
    } else {
      sendRevisions(of: group, after: from)
    }
    finishWaiting()
  }

  private func sendRevisions(of group: SubscriberGroup, after from: Int) {
    guard from >= publisher.recent.dropped.stamp else { return sendGap(to: group) }
    let (lines, stamp) = publisher.lines(for: group, after: from)
    cursor = stamp
    guard let last = lines.ends.last else { return }
    output.append(lines.bytes)
    publisher.countSent(lines: lines.ends.count, bytes: lines.bytes.count)
    lane.revision = last.revision
  }

  private func sendNewest(of group: SubscriberGroup, after from: Int) {
    guard from >= group.forgotten else { return sendGap(to: group) }
    cursor = publisher.stamp
    let boxes = publisher.boxes(matching: group, after: from)
    let merged = group.mode == .latest ? lane.seen.map { group.revisions - $0 } : nil
    lane.seen = group.revisions
    guard let last = boxes.last else { return }
    let size = lineSize(of: boxes)
    if size <= ProtocolLimits.catchUpLine || boxes.count == 1 {
      write(changeLine(of: boxes, merged: merged), revision: last.revision)
    } else {
      let removed = boxes.filter { !$0.exists }
      let removals = changeLine(of: removed, revision: publisher.revision, merged: merged)
      write(removals, revision: publisher.revision)
      catchUp(with: group.key.patterns, after: from)
    }
    startInterval()
  }

  private func sendGap(to group: SubscriberGroup) {
    let gap = Gap(from: lane.revision + 1, to: publisher.revision)
    cursor = publisher.stamp
    lane.seen = group.revisions
    write(gap.line, revision: publisher.revision)
    catchUp(with: group.key.patterns, after: 0)
  }

  /// Before other snapshots, so that what they end with is true of these boxes too. What is left
  /// of a catch-up that was begun becomes part of it: there is never more than one.
  private func catchUp(with patterns: [Pattern], after position: Int) {
    var position = position
    let isWhole = position == 0 || snapshots.first?.isWhole == true
    if let begun = snapshots.first, begun.isCatchUp {
      position = min(position, begun.position)
      snapshots.removeFirst()
    }
    snapshots.insert(
      Snapshot(of: patterns, after: position, upTo: cursor, isCatchUp: true, isWhole: isWhole),
      at: 0)
    // Its first line at once, however much waits: the client is to know, before it gets another
    // change, that its state is not consistent now.
    send(snapshots[0])
  }

  private func send(_ snapshot: Snapshot) {
    var snapshot = snapshot
    if let line = publisher.nextLine(of: &snapshot) {
      snapshots[0] = snapshot
      return write(line, revision: publisher.revision)
    }
    snapshots.removeFirst()
    // The `synced` of a `subscribe` that waits behind a catch-up stands for both.
    if snapshot.isCatchUp && !snapshots.isEmpty { return }
    let synced = Synced(epoch: publisher.epoch, revision: publisher.revision)
    write(synced.line, revision: publisher.revision)
    finishWaiting()
  }

  private func write(_ line: [UInt8], revision: Int) {
    output.append(line)
    publisher.countSent(lines: 1, bytes: line.count)
    lane.revision = revision
  }

  /// Everything up to there was sent in `change` lines.
  private func pass(_ place: RecentChanges.Place, seen: Int?) {
    lane.cursor = place.stamp
    lane.revision = place.revision
    lane.seen = seen
    startInterval()
  }

  /// The next `change` line is to come an interval from now at the earliest.
  private func startInterval() {
    guard let interval = delivery?.interval, interval > 0 else { return }
    due = Uptime.now + UInt64(interval) * 1_000_000
  }
}
