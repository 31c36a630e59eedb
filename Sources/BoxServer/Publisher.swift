internal import BoxWire
internal import DequeModule
public import UVLoop

/// Holds the encoded value of every box, numbers the changes, and sends them to who asked.
///
/// A change travels in three steps: ``mark(_:)`` says that a box was assigned; ``endTurn()``
/// encodes each marked box once, drops those whose bytes are the same, and gives the others one
/// revision; ``flush()``, before the loop sleeps, builds each group's line once and writes it to
/// all of its members.
@LoopActor
public final class Publisher {
  /// Names this run of revisions.
  public let epoch: String
  /// The number of the last published change.
  public private(set) var revision = 0
  /// `change` and other lines about boxes that were sent to subscribers.
  public private(set) var linesSent = 0
  public private(set) var bytesSent = 0

  private(set) var list = BoxList()
  private(set) var recent: RecentChanges
  private var boxes: [Path: PublishedBox] = [:]
  private var lastFound: PublishedBox?
  private var dirty: [PublishedBox] = []
  private var waiting: [@LoopActor (Int) -> Void] = []
  /// Whether there is something to be done at its end.
  private var isTurnOpen = false
  /// The stamp up to which groups were sent lines.
  private(set) var flushed = 0
  private var groups: [SubscriberGroup.Key: SubscriberGroup] = [:]
  /// Groups that something changed for since then.
  private var concerned: [SubscriberGroup] = []
  private let trie = PatternTrie()
  /// Others count from the next change on.
  var limits: ServerLimits {
    didSet { recent.limits = limits }
  }

  /// Told, for the log, why a box keeps the value that it had.
  var faultFound: (@LoopActor (String) -> Void)?
  /// Called when a group came or went, so that who is observed may have changed.
  var groupsChanged: (@LoopActor () -> Void)?

  init(epoch: String, limits: ServerLimits = ServerLimits()) {
    self.epoch = epoch
    self.limits = limits
    recent = RecentChanges(limits: limits)
  }

  var stamp: Int { list.stamp }

  // MARK: Boxes

  /// The box at `path`, if it has a value.
  func box(at path: Path) -> PublishedBox? {
    guard let box = find(path), box.exists else { return nil }
    return box
  }

  /// The box or tombstone at `path`. Who publishes most often does so to the box that was last.
  private func find(_ path: Path) -> PublishedBox? {
    if let box = lastFound, box.path == path { return box }
    lastFound = boxes[path]
    return lastFound
  }

  /// Makes a box whose value is encoded by `encode` at the end of each turn in which it is marked.
  func add(_ path: Path, encode: @escaping () throws -> JSONText) -> PublishedBox {
    let box = makeBox(at: path)
    precondition(box.encode == nil, "two boxes at \(path)")
    box.encode = encode
    mark(box)
    return box
  }

  /// Says that the box was assigned.
  func mark(_ box: PublishedBox) {
    guard !box.isDirty else { return }
    box.isDirty = true
    isTurnOpen = true
    dirty.append(box)
  }

  /// Publishes a value as a change of its own, unless the box has it already.
  ///
  /// - Parameter value: valid JSON without insignificant white space.
  func set(_ box: PublishedBox, to value: UnsafeRawBufferPointer) {
    guard box.take(value) else { return }
    revision += 1
    note(box)
  }

  /// A box at a path where none has a value: an own one, or what is left of one that was removed.
  func makeBox(at path: Path) -> PublishedBox {
    if let box = find(path) { return box }
    let box = PublishedBox(path: path)
    boxes[path] = box
    return box
  }

  /// Removes a box that exists, as a change of its own.
  func remove(_ box: PublishedBox) {
    revision += 1
    box.dropValue()
    note(box)
  }

  /// Takes up a change of a box at the present revision.
  private func note(_ box: PublishedBox) {
    list.moveToEnd(box, revision: revision)
    recent.append(RecentChanges.Change(box: box, revision: revision, member: box.member))
    // What was not sent to anybody yet is kept: one turn of the loop brings no more than clients
    // can send in it.
    while recent.isFull, recent.dropped.stamp < flushed { forgetChange() }
    let (revision, stamp) = (revision, stamp)
    for group in groups(of: box) where group.note(revision: revision, stamp: stamp) {
      concerned.append(group)
    }
  }

  private func forgetChange() {
    let change = recent.dropFirst()
    let box = change.box
    // Otherwise it was made, or made and removed, again.
    guard change.member.isEmpty, box.stamp == recent.dropped.stamp else { return }
    for group in groups(of: box) { group.forgotten = box.stamp }
    list.remove(box)
    boxes[box.path] = nil
    lastFound = nil
  }

  // MARK: Turns

  /// Carries out `body` at the end of the turn, with the revision at which its changes are visible.
  func atEndOfTurn(_ body: @escaping @LoopActor (Int) -> Void) {
    waiting.append(body)
    isTurnOpen = true
  }

  func endTurn() {
    guard isTurnOpen else { return }
    isTurnOpen = false
    if !dirty.isEmpty { publishDirty() }
    guard !waiting.isEmpty else { return }
    let bodies = waiting
    waiting = []
    for body in bodies { body(revision) }
  }

  private func publishDirty() {
    let marked = dirty
    dirty.removeAll(keepingCapacity: true)
    var isFirst = true
    for box in marked {
      box.isDirty = false
      guard let value = encoded(box)?.bytes,
        value.withUnsafeBytes({ box.take($0) })
      else { continue }
      if isFirst { revision += 1 }
      isFirst = false
      note(box)
    }
  }

  private func encoded(_ box: PublishedBox) -> JSONText? {
    do {
      guard let value = try box.encode?() else { return nil }
      guard value.bytes.count <= limits.sceneValue else {
        faultFound?("\(box.path) is \(value.bytes.count) bytes, over \(limits.sceneValue)")
        return nil
      }
      return value
    } catch {
      faultFound?("\(box.path) cannot be encoded: \(error)")
      return nil
    }
  }

  // MARK: Subscribers

  func flush() {
    guard stamp > flushed else { return }
    collectBatches()
    let groups = concerned
    concerned.removeAll(keepingCapacity: true)
    for group in groups { group.flush(self) }
    flushed = stamp
  }

  /// Tells the groups of `latest` which boxes changed, each box once.
  private func collectBatches() {
    var next = isAnyConcerned(in: .latest) ? list.firstAfter(flushed) : nil
    while let box = next {
      for group in groups(of: box) where group.mode == .latest { group.batch.append(box) }
      next = box.next
    }
  }

  private func isAnyConcerned(in mode: Subscribe.Mode) -> Bool {
    for group in concerned where group.mode == mode { return true }
    return false
  }

  /// Boxes and tombstones that concern the group and changed after `cursor`, in order of change.
  func boxes(matching group: SubscriberGroup, after cursor: Int) -> [PublishedBox] {
    var found: [PublishedBox] = []
    var next = list.firstAfter(cursor)
    while let box = next {
      if concerns(box, group) { found.append(box) }
      next = box.next
    }
    return found
  }

  /// The group's lines of the revisions after `cursor`, up to now or to about 64 KiB, and the stamp
  /// up to which they go.
  func lines(
    for group: SubscriberGroup, after cursor: Int
  ) -> (lines: RevisionLines, stamp: Int) {
    var lines = RevisionLines()
    for stamp in (cursor + 1)..<(stamp + 1) {
      guard concerns(recent[stamp].box, group) else { continue }
      if lines.isLarge, lines.ends(before: recent[stamp].revision), let last = lines.ends.last {
        return (lines, last.stamp)
      }
      lines.append(recent, stamp)
    }
    lines.endLine()
    return (lines, stamp)
  }

  func join(
    _ patterns: [Pattern], _ delivery: Delivery, _ subscriber: Subscriber, _ lane: Lane
  ) -> SubscriberGroup {
    let key = SubscriberGroup.Key(
      patterns: patterns.inOrder, delivery: delivery)
    if let group = groups[key] {
      group.insert(subscriber, lane)
      return group
    }
    let group = SubscriberGroup(key, stamp: flushed)
    group.insert(subscriber, lane)
    groups[key] = group
    catchUp(group)
    trie.insert(group)
    groupsChanged?()
    return group
  }

  /// Has a new group note what was not sent to anybody yet: a member may have come from another
  /// group that has.
  private func catchUp(_ group: SubscriberGroup) {
    guard flushed < stamp else { return }
    for stamp in (flushed + 1)...stamp {
      let change = recent[stamp]
      guard change.box.matches(group.key.patterns) else { continue }
      if group.note(revision: change.revision, stamp: stamp) { concerned.append(group) }
    }
  }

  /// - Returns: the subscriber's lane.
  func leave(_ group: SubscriberGroup, _ subscriber: Subscriber) -> Lane {
    let lane = group.remove(subscriber)
    guard group.members.isEmpty else { return lane }
    groups[group.key] = nil
    trie.remove(group)
    group.dissolve()
    groupsChanged?()
    return lane
  }

  /// Whether anybody has subscribed to the path.
  func isObserved(_ path: Path) -> Bool {
    !trie.groups(matching: path).isEmpty
  }

  /// Connections that hold at least one pattern.
  public var subscribers: Int { groups.values.reduce(0) { $0 + $1.members.count } }

  func countSent(lines: Int, bytes: Int) {
    linesSent += lines
    bytesSent += bytes
  }

  private func concerns(_ box: PublishedBox, _ group: SubscriberGroup) -> Bool {
    // A closure would find out at each call, at length, that it is on the loop.
    for candidate in groups(of: box) where candidate === group { return true }
    return false
  }

  private func groups(of box: PublishedBox) -> [SubscriberGroup] {
    if box.generation != trie.generation {
      box.groups = trie.groups(matching: box.path)
      box.generation = trie.generation
    }
    return box.groups
  }
}
