internal import DequeModule
public import Loop
internal import Wire

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
  /// A subscriber whose cursor is below this stamp may have missed the removal of a box.
  private(set) var forgotten = 0
  private var boxes: [Path: PublishedBox] = [:]
  private var tombstones: Deque<Tombstone> = []
  /// Bytes of their paths.
  private var tombstoneBytes = 0
  private let maximumTombstones: Int
  private var dirty: [PublishedBox] = []
  private var waiting: [@LoopActor (Int) -> Void] = []
  /// The stamp up to which groups were sent lines.
  private(set) var flushed = 0
  private var groups: [[Pattern]: SubscriberGroup] = [:]
  private let trie = PatternTrie()
  private let reportFault: @LoopActor (String) -> Void

  /// Called when a group came or went, so that who is observed may have changed.
  var groupsChanged: (@LoopActor () -> Void)?

  private struct Tombstone {
    let box: PublishedBox
    let stamp: Int
  }

  /// - Parameter maximumTombstones: how many removed boxes are remembered.
  init(
    epoch: String, maximumTombstones: Int = ServerLimits.tombstones,
    reportFault: @escaping @LoopActor (String) -> Void
  ) {
    self.epoch = epoch
    self.maximumTombstones = maximumTombstones
    self.reportFault = reportFault
  }

  var stamp: Int { list.stamp }

  // MARK: Boxes

  /// The box at `path`, if it has a value.
  func box(at path: Path) -> PublishedBox? {
    guard let box = boxes[path], box.exists else { return nil }
    return box
  }

  /// Boxes that exist and match, in order of last change.
  func boxes(matching patterns: [Pattern]) -> [PublishedBox] {
    let paths = patterns.compactMap(\.path)
    if paths.count == patterns.count { return paths.compactMap(box(at:)) }
    var found: [PublishedBox] = []
    var next = list.first
    while let box = next {
      if box.exists, box.matches(patterns) { found.append(box) }
      next = box.next
    }
    return found
  }

  /// Boxes and tombstones that concern the group and changed after `cursor`, in order of change.
  func boxes(matching group: SubscriberGroup, after cursor: Int) -> [PublishedBox] {
    var found: [PublishedBox] = []
    var next = list.firstAfter(cursor)
    while let box = next {
      if groups(of: box).contains(where: { $0 === group }) { found.append(box) }
      next = box.next
    }
    return found
  }

  /// Makes a box whose value is encoded by `encode` at the end of each turn in which it is marked.
  func add(_ path: Path, encode: @escaping () throws -> JSONText) -> PublishedBox {
    let box = boxes[path] ?? PublishedBox(path: path)
    precondition(box.encode == nil, "two boxes at \(path)")
    boxes[path] = box
    box.encode = encode
    mark(box)
    return box
  }

  /// Says that the box was assigned.
  func mark(_ box: PublishedBox) {
    guard !box.isDirty else { return }
    box.isDirty = true
    dirty.append(box)
  }

  /// Publishes a value as a change of its own.
  ///
  /// - Returns: the revision of the box's last change: a new one unless it had that value.
  func set(_ path: Path, to value: JSONText) -> Int {
    let box = boxes[path] ?? PublishedBox(path: path)
    boxes[path] = box
    if box.holds(value) { return box.revision }
    box.take(value)
    revision += 1
    list.moveToEnd(box, revision: revision)
    return revision
  }

  /// Removes a box that exists, as a change of its own.
  func remove(_ box: PublishedBox) {
    revision += 1
    bury(box)
  }

  private func bury(_ box: PublishedBox) {
    box.dropValue()
    list.moveToEnd(box, revision: revision)
    tombstones.append(Tombstone(box: box, stamp: box.stamp))
    tombstoneBytes += box.path.text.utf8.count
    while tombstones.count > maximumTombstones || tombstoneBytes > ServerLimits.tombstoneBytes {
      forgetTombstone()
    }
  }

  private func forgetTombstone() {
    let oldest = tombstones.removeFirst()
    tombstoneBytes -= oldest.box.path.text.utf8.count
    // Otherwise it was made, or made and removed, again.
    guard oldest.box.stamp == oldest.stamp else { return }
    forgotten = oldest.stamp
    list.remove(oldest.box)
    boxes[oldest.box.path] = nil
  }

  // MARK: Turns

  /// Carries out `body` at the end of the turn, with the revision at which its changes are visible.
  func atEndOfTurn(_ body: @escaping @LoopActor (Int) -> Void) {
    waiting.append(body)
  }

  func endTurn() {
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
      guard let value = encoded(box), !box.holds(value) else { continue }
      box.take(value)
      if isFirst { revision += 1 }
      isFirst = false
      list.moveToEnd(box, revision: revision)
    }
  }

  private func encoded(_ box: PublishedBox) -> JSONText? {
    do {
      guard let value = try box.encode?() else { return nil }
      guard value.bytes.count <= Limits.sceneValue else {
        reportFault("\(box.path) is \(value.bytes.count) bytes, over \(Limits.sceneValue)")
        return nil
      }
      return value
    } catch {
      reportFault("\(box.path) cannot be encoded: \(error)")
      return nil
    }
  }

  // MARK: Subscribers

  func flush() {
    guard list.stamp > flushed else { return }
    defer { flushed = list.stamp }
    if forgotten > flushed {
      // A removal that nobody was told is forgotten: everybody has to catch up.
      for group in groups.values { group.resume(to: list.stamp) }
      return
    }
    var concerned: [SubscriberGroup] = []
    var next = list.firstAfter(flushed)
    while let box = next {
      for group in groups(of: box) {
        if group.batch.isEmpty { concerned.append(group) }
        group.batch.append(box)
      }
      next = box.next
    }
    for group in concerned { group.flush(from: flushed, to: list.stamp) }
  }

  func join(_ patterns: [Pattern], _ subscriber: Subscriber) -> SubscriberGroup {
    let key = patterns.sorted { $0.text < $1.text }
    let group = groups[key] ?? SubscriberGroup(patterns: key, stamp: flushed)
    group.insert(subscriber)
    if groups.updateValue(group, forKey: key) == nil {
      trie.insert(group)
      groupsChanged?()
    }
    return group
  }

  func leave(_ group: SubscriberGroup, _ subscriber: Subscriber) {
    group.remove(subscriber)
    guard group.members.isEmpty else { return }
    groups[group.patterns] = nil
    trie.remove(group)
    group.dissolve()
    groupsChanged?()
  }

  /// Whether anybody has subscribed to the path.
  func isObserved(_ path: Path) -> Bool {
    !trie.groups(matching: path).isEmpty
  }

  /// Connections that hold at least one pattern.
  public var subscribers: Int { groups.values.reduce(0) { $0 + $1.members.count } }

  func countSent(_ line: [UInt8]) {
    linesSent += 1
    bytesSent += line.count
  }

  private func groups(of box: PublishedBox) -> [SubscriberGroup] {
    if box.generation != trie.generation {
      box.groups = trie.groups(matching: box.path)
      box.generation = trie.generation
    }
    return box.groups
  }
}
