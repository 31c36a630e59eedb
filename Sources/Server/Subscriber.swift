internal import Loop
internal import Wire

/// Where a subscriber's lines go: the session that it belongs to.
@LoopActor
protocol SubscriberOutput: AnyObject {
  /// Whether everything that was written before is with the kernel.
  var isDrained: Bool { get }
  /// Whether so little waits to be sent that more should be made.
  var wantsMore: Bool { get }
  /// Sends all of the line or nothing, at once.
  func offer(_ line: [UInt8]) -> Bool
  /// Sends the line, before the loop sleeps or later.
  func append(_ line: [UInt8])
}

/// A connection that asked for patterns of paths. It is a cursor, not a queue: the stamp of the
/// last change that it was sent, and the snapshots that it still is to get.
@LoopActor
final class Subscriber {
  private unowned let output: any SubscriberOutput
  private unowned let publisher: Publisher
  private(set) var group: SubscriberGroup?
  /// Place in the group's members; the group's own.
  var index = 0

  /// Every change up to this stamp was sent, or never concerned this subscriber.
  private(set) var cursor = 0
  /// The revision of the last line that was sent.
  private(set) var revision = 0
  private var snapshots: [Snapshot] = []
  /// What waits until the last snapshot is sent.
  private var waiting: [@LoopActor (_ isSynced: Bool) -> Void] = []

  init(output: any SubscriberOutput, publisher: Publisher) {
    self.output = output
    self.publisher = publisher
    cursor = publisher.stamp
    revision = publisher.revision
  }

  var patterns: [Pattern] { group?.patterns ?? [] }
  var hasSnapshots: Bool { !snapshots.isEmpty }
  var snapshotCount: Int { snapshots.count }

  /// Whether a line that is made for the whole group can be sent to this one now.
  var isReady: Bool { snapshots.isEmpty && output.isDrained }

  // MARK: Patterns

  /// Adds patterns and begins a snapshot of them.
  func add(_ new: [Pattern]) {
    if group == nil {
      cursor = publisher.stamp
      revision = publisher.revision
    }
    sendChanges()
    let held = patterns
    move(to: held + new.filter { !held.contains($0) })
    snapshots.append(Snapshot(of: new, upTo: publisher.stamp))
  }

  /// Takes back patterns; all when nil. Nothing that only they match is sent from now on.
  func remove(_ old: [Pattern]?) {
    move(to: old.map { old in patterns.filter { !old.contains($0) } } ?? [])
    for index in snapshots.indices {
      snapshots[index].patterns.removeAll { old?.contains($0) ?? true }
    }
  }

  /// To be called when the connection is gone.
  func end() {
    move(to: [])
    snapshots = []
    finish(isSynced: false)
  }

  private func move(to patterns: [Pattern]) {
    if let group {
      cursor = cursor(in: group)
      publisher.leave(group, self)
    }
    group = patterns.isEmpty ? nil : publisher.join(patterns, self)
  }

  /// The cursor, moved over changes that are known not to concern the group.
  private func cursor(in group: SubscriberGroup) -> Int {
    cursor >= group.stamp ? max(cursor, publisher.flushed) : cursor
  }

  // MARK: Sending

  /// Sends a line that was made for the whole group, if the kernel takes it.
  func offer(_ line: [UInt8], revision: Int, cursor: Int) {
    guard output.offer(line) else { return }
    publisher.countSent(line)
    self.cursor = cursor
    self.revision = revision
  }

  /// Sends what is due, as long as the output wants more: changes first, then snapshots.
  func resume() {
    while output.wantsMore {
      sendChanges()
      guard output.wantsMore, let snapshot = snapshots.first else { return }
      send(snapshot)
    }
  }

  /// Calls `body` once no snapshot is left to send: at once, or later, or with false when the
  /// connection ends before.
  func whenSynced(_ body: @escaping @LoopActor (_ isSynced: Bool) -> Void) {
    waiting.append(body)
    if snapshots.isEmpty { finish(isSynced: true) }
  }

  private func finish(isSynced: Bool) {
    let bodies = waiting
    waiting = []
    for body in bodies { body(isSynced) }
  }

  /// Sends every change up to now, so that the client holds the present state of whatever it has;
  /// where that is much, it begins a snapshot of it instead.
  func sendChanges() {
    guard let group, cursor < publisher.stamp else { return }
    let from = cursor(in: group)
    cursor = publisher.stamp
    if from < publisher.forgotten {
      let gap = Gap(from: revision + 1, to: publisher.revision)
      write(gap.line, revision: publisher.revision)
      return catchUp(with: group.patterns, after: 0)
    }
    let boxes = publisher.boxes(matching: group, after: from)
    guard let last = boxes.last else { return }
    let size = boxes.reduce(0) { $0 + $1.member.count }
    if size <= Limits.catchUpLine || boxes.count == 1 {
      write(changeLine(of: boxes), revision: last.revision)
    } else {
      let removals = changeLine(of: boxes.filter { !$0.exists }, revision: publisher.revision)
      write(removals, revision: publisher.revision)
      catchUp(with: group.patterns, after: from)
    }
  }

  /// Before other snapshots, so that what they end with is true of these boxes too. What is left
  /// of a catch-up that was begun becomes part of it: there is never more than one.
  private func catchUp(with patterns: [Pattern], after position: Int) {
    var position = position
    if let begun = snapshots.first, begun.isCatchUp {
      position = min(position, begun.position)
      snapshots.removeFirst()
    }
    snapshots.insert(
      Snapshot(of: patterns, after: position, upTo: cursor, isCatchUp: true), at: 0)
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
    if snapshots.isEmpty { finish(isSynced: true) }
  }

  private func write(_ line: [UInt8], revision: Int) {
    output.append(line)
    publisher.countSent(line)
    self.revision = revision
  }
}
