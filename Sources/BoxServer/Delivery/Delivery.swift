internal import BoxWire
internal import UVLoop

/// Sends the changes of the log to subscribers.
///
/// It reads the log: nothing is done for subscribers at the moment when a box changes. Before the
/// loop sleeps, ``flush()`` finds the groups that each change concerns, builds each group's line
/// once, and writes it to all of its members.
@LoopActor
final class Delivery {
  private let log: ChangeLog
  private(set) var sent = Sent()
  let groups = SubscriberGroups()
  private let spare = SpareLines()
  /// The position up to which changes were sent to all groups.
  private var flushed = 0
  /// The position up to which groups know which changes concern them.
  private var noted = 0
  /// Groups that are concerned by a change between these positions.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var concerned: [SubscriberGroup] = []
  /// The groups being flushed; keeps its memory for the next time.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var inFlush: [SubscriberGroup] = []
  /// The number of pairs of such a change and a group that it concerns.
  private var pending = 0
  /// Called with the boxes that concern a group that was added or removed.
  var interestChanged: (@LoopActor (_ selection: Selection, _ isAdded: Bool) -> Void)?

  init(log: ChangeLog) {
    self.log = log
  }

  /// Begins with the changes after a position: nobody is to get earlier ones unless they resume.
  func begin(at position: Int) {
    (flushed, noted) = (position, position)
  }

  /// Whether so much has changed, for so many subscribers, that sending it takes a while.
  var isBusy: Bool { pending > 16_384 }

  // MARK: Changes

  /// Sends what changed since the last call. To be called before the loop sleeps.
  func flush() {
    assert(log.isCommitted, "the next run might use this revision again")
    note()
    let (start, end) = (flushed, log.position)
    guard end > start else { return }
    collectBatches(after: start, upTo: end)
    swap(&concerned, &inFlush)
    for group in inFlush { sent += group.flush(after: start, upTo: end) }
    inFlush.removeAll(keepingCapacity: true)
    flushed = end
    pending = 0
    for (box, removal) in log.trim(upTo: end) {
      for group in groups.groups(of: box) { group.horizon = removal }
    }
  }

  /// Notifies each group of changes that concern it. To be called before anything is sent to a
  /// single member, so that what it was sent is counted correctly.
  func note() {
    let (start, end) = (noted, log.position)
    guard end > start else { return }
    let recent = log.recent
    // Often the same box changes again and again.
    var last: PublishedBox?
    var groups: [SubscriberGroup] = []
    for position in (start + 1)...end {
      if recent[position].box !== last {
        let box = recent[position].box
        groups = self.groups.groups(of: box)
        last = box
      }
      let revision = recent[position].revision
      pending += groups.count
      for group in groups where group.note(revision: revision, position: position) {
        concerned.append(group)
      }
    }
    noted = end
  }

  /// Adds the boxes that changed to the batches of `latest` groups, each box once.
  private func collectBatches(after start: Int, upTo end: Int) {
    // Usually there is one change, which concerns all of these.
    if end == start + 1 {
      let box = log.recent[end].box
      for group in concerned where group.mode == .latest { group.batch.append(box) }
      return
    }
    var next = isAnyConcerned(in: .latest) ? log.order.firstAfter(start) : nil
    while let box = next {
      for group in groups.groups(of: box) where group.mode == .latest { group.batch.append(box) }
      next = box.next
    }
  }

  private func isAnyConcerned(in mode: Subscribe.Mode) -> Bool {
    // A closure would check on each call, at some cost, that it is on the loop.
    for group in concerned where group.mode == mode { return true }
    return false
  }

  // MARK: Subscribers

  /// Adds patterns to those that the subscriber holds, and sends a snapshot of them.
  ///
  /// - Parameter options: apply if the subscriber has no patterns yet.
  func subscribe(
    _ subscriber: Subscriber, to new: [Pattern], _ options: DeliveryOptions = DeliveryOptions()
  ) {
    note()
    let snapshot = Snapshot(of: new, upTo: log.position, isWhole: subscriber.group == nil)
    guard let group = subscriber.group else {
      subscriber.due = nil
      move(subscriber, to: new, options)
      subscriber.group?.begin(snapshot, for: subscriber)
      return resume(subscriber)
    }
    // First, so that a gap that is sent now ends with the `synced` of this snapshot.
    group.begin(snapshot, for: subscriber)
    if group.isConflated(for: subscriber) {
      sent += group.sendChanges(to: subscriber, flushed: flushed)
    }
    let held = subscriber.patterns
    move(subscriber, to: held + new.without(held), group.key.options)
    resume(subscriber)
  }

  /// Sends what changed after a cursor, then `synced`. The subscriber has no patterns yet.
  func subscribe(
    _ subscriber: Subscriber, to new: [Pattern], _ options: DeliveryOptions, after cursor: Cursor
  ) {
    note()
    subscriber.due = nil
    move(subscriber, from: cursor, to: new, options)
    // This snapshot is empty: it only remains to report its end.
    let snapshot = Snapshot(of: new, after: log.position, upTo: log.position)
    subscriber.group?.begin(snapshot, for: subscriber)
    resume(subscriber)
  }

  /// What the next process needs in order to go on with the subscription; nil if there is none.
  func handOver(_ subscriber: Subscriber) -> HandedSubscription? {
    guard let group = subscriber.group else { return nil }
    note()
    let options = group.key.options
    let sent = group.lanes[subscriber.index].cursor.revision
    return HandedSubscription(
      patterns: group.key.patterns, mode: options.mode, interval: options.interval,
      revision: log.revision(
        at: group.position(of: subscriber, flushed: flushed),
        otherwise: sent), sent: sent,
      rights: options.rights?.fingerprint,
      snapshots: subscriber.snapshots.map {
        HandedSubscription.Snapshot(
          patterns: $0.patterns, isCatchUp: $0.isCatchUp, isWhole: $0.isWhole)
      })
  }

  /// Takes over a subscription of another process. The subscriber must not have patterns yet, and
  /// ``resume(_:)`` must follow.
  ///
  /// - Parameters:
  ///   - rights: what the client may read now.
  ///   - isKnown: whether it is known what has changed since. Otherwise, the subscriber gets a gap.
  func goOn(
    _ subscriber: Subscriber, _ handed: HandedSubscription, _ rights: Rights?, isKnown: Bool
  ) {
    note()
    let position = isKnown ? log.cursor(at: handed.revision)?.position : nil
    let options = DeliveryOptions(mode: handed.mode, interval: handed.interval, rights: rights)
    let cursor = Cursor(position: position ?? log.position, revision: handed.sent)
    move(subscriber, from: cursor, to: handed.patterns, options)
    for snapshot in handed.snapshots {
      subscriber.group?.begin(
        Snapshot(
          of: snapshot.patterns, upTo: log.position, isCatchUp: snapshot.isCatchUp,
          isWhole: snapshot.isWhole), for: subscriber)
    }
    if position == nil, let group = subscriber.group { sent += group.startOver(subscriber) }
    // When the last line was sent is not known.
    subscriber.startInterval()
  }

  /// Changes what the subscriber may read. It gets a gap at once, and what it may read now with
  /// ``resume(_:)``.
  ///
  /// - Returns: whether it is the only subscriber with its patterns and these rights.
  func setRights(_ rights: Rights?, of subscriber: Subscriber) -> Bool {
    guard let group = subscriber.group, group.key.options.rights != rights else { return false }
    note()
    var options = group.key.options
    options.rights = rights
    move(subscriber, to: group.key.patterns, options)
    guard let group = subscriber.group else { return false }
    sent += group.startOver(subscriber)
    return group.members.count == 1
  }

  /// Sends `synced` after everything that is due. The subscriber holds at least one pattern.
  func sync(_ subscriber: Subscriber) {
    let snapshot = Snapshot(of: [], after: log.position, upTo: log.position)
    subscriber.group?.begin(snapshot, for: subscriber)
    resume(subscriber)
  }

  /// The revision of the last line that was sent to the subscriber, or that of the daemon if it
  /// holds no pattern: everything before that is sent, or no longer due.
  func sentRevision(of subscriber: Subscriber) -> Int {
    subscriber.group?.lanes[subscriber.index].cursor.revision ?? log.revision
  }

  /// Withdraws patterns; all if nil. Nothing that only they match is sent from now on. To be
  /// followed by ``resume(_:)``.
  ///
  /// - Returns: the number of pending `synced` if no pattern remains; otherwise 0.
  @discardableResult
  func unsubscribe(_ subscriber: Subscriber, from old: [Pattern]?) -> Int {
    guard let group = subscriber.group else { return 0 }
    note()
    let left = old.map(group.key.patterns.without) ?? []
    // A new group does not know of removals that were forgotten before it was created.
    let mayWait =
      subscriber.isHeldBack && group.lanes[subscriber.index].cursor.position >= group.horizon
    if group.isConflated(for: subscriber) && !mayWait {
      sent += group.sendChanges(to: subscriber, flushed: flushed)
    }
    move(subscriber, to: left, group.key.options)
    guard !left.isEmpty else {
      defer { subscriber.snapshots = [] }
      return subscriber.snapshots.syncs
    }
    for index in subscriber.snapshots.indices {
      subscriber.snapshots[index].patterns.removeAll { old?.contains($0) ?? true }
    }
    return 0
  }

  /// To be called when the connection is gone.
  func end(_ subscriber: Subscriber) {
    move(subscriber, to: [])
    subscriber.snapshots = []
    for body in subscriber.barriers.dropped() { body(false) }
  }

  /// Sends what is due, for as long as the output wants more.
  func resume(_ subscriber: Subscriber) {
    guard let group = subscriber.group else {
      // Without patterns, nothing has to be sent before the callbacks.
      for body in subscriber.barriers.passed(by: .max) { body(true) }
      return
    }
    note()
    sent += group.resume(subscriber, flushed: flushed)
  }

  /// Records whether the kernel has taken everything that was written to the subscriber.
  func setDrained(_ isDrained: Bool, _ subscriber: Subscriber) {
    subscriber.group?.setDrained(isDrained, subscriber)
  }

  /// What is left to do for the subscriber; ``resume(_:)`` does it.
  func rest(of subscriber: Subscriber) -> Rest {
    guard let group = subscriber.group else { return subscriber.barriers.isEmpty ? .nothing : .now }
    return group.rest(of: subscriber, flushed: flushed)
  }

  /// Sends what an interval holds back, and calls `body` once everything up to now is sent and no
  /// snapshot is left to send: at once, or later, or with false if the connection ends first.
  func whenSynced(
    _ subscriber: Subscriber, _ body: @escaping @LoopActor (_ isSynced: Bool) -> Void
  ) {
    guard let group = subscriber.group else { return body(true) }
    note()
    sent += group.sendChanges(to: subscriber, flushed: flushed)
    // An earlier callback may have withdrawn all patterns.
    guard let group = subscriber.group else { return body(true) }
    subscriber.barriers.add(at: log.position, body)
    group.finishWaiting(subscriber)
  }

  // MARK: Groups

  /// Moves a subscriber to the group with these patterns; to none if there are no patterns.
  ///
  /// - Parameter start: its cursor if it is not in a group yet; by default it is not sent earlier
  ///   changes.
  private func move(
    _ subscriber: Subscriber, from start: Cursor? = nil, to patterns: [Pattern],
    _ options: DeliveryOptions = DeliveryOptions()
  ) {
    var lane: Lane?
    if let group = subscriber.group {
      lane = group.remove(subscriber, flushed: flushed)
      if group.members.isEmpty { drop(group) }
    }
    guard !patterns.isEmpty else { return }
    let first = start ?? Cursor(position: log.position, revision: log.revision)
    let key = SubscriberGroup.Key(patterns: patterns.inOrder, options: options)
    (groups[key] ?? makeGroup(key))
      .insert(subscriber, lane ?? Lane(cursor: first, pipe: subscriber.output.lane))
  }

  private func makeGroup(_ key: SubscriberGroup.Key) -> SubscriberGroup {
    let group = SubscriberGroup(key, log: log, spare: spare, after: flushed) { [weak self] in
      self?.resume($0)
    }
    // A member may come from another group that has not yet been sent these changes.
    let selection = key.selection
    for position in (flushed + 1)..<(noted + 1) {
      guard log.recent[position].box.isIn(selection) else { continue }
      let revision = log.recent[position].revision
      if group.note(revision: revision, position: position) { concerned.append(group) }
    }
    groups.insert(group)
    interestChanged?(selection, true)
    return group
  }

  private func drop(_ group: SubscriberGroup) {
    let selection = group.key.selection
    groups.remove(group)
    group.dissolve()
    interestChanged?(selection, false)
  }

  /// Sends what is due to members whose interval has ended.
  private func resume(_ group: SubscriberGroup) {
    note()
    for member in group.members where member.group === group {
      if group.lanes[member.index].isReady {
        sent += group.resume(member, flushed: flushed)
      }
    }
  }
}

/// What was sent to subscribers: `change` and other lines about boxes.
struct Sent {
  var lines = 0
  var bytes = 0

  mutating func count(lines: Int = 1, bytes: Int) {
    self.lines += lines
    self.bytes += bytes
  }

  static func += (sum: inout Sent, more: Sent) {
    sum.count(lines: more.lines, bytes: more.bytes)
  }
}
