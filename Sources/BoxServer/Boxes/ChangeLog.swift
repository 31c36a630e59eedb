internal import BoxWire
internal import UVLoop

/// All boxes with their encoded values, in the order in which they changed.
///
/// A change is made in two steps: ``mark(_:)`` records that a box was assigned; ``endTurn()``
/// encodes each marked box once, drops those whose bytes are unchanged, and gives the others one
/// revision. Readers find new changes by position; the log does not know its readers.
@LoopActor
final class ChangeLog {
  /// Identifies this run of revisions.
  private(set) var epoch: String
  /// The number of the last published change.
  private(set) var revision = 0
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var order = ChangeOrder()
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var recent: RecentChanges
  /// Memory that the daemon uses on behalf of clients.
  let memory = MemoryUse()

  /// Keeps the stream for the next run; nil when nobody would keep it.
  var stream: StreamMemory?
  /// The number of boxes of an earlier run that have no value in this one.
  var rememberedCount = 0
  /// Patterns that match no remembered box any longer.
  var settled: Set<Pattern> = []
  /// Whether scenes' values count that are not loaded yet.
  var publishesUnsettled = false
  /// Resuming from this revision of an earlier run or one before is not possible.
  var lost = -1
  weak var place: (any BoxPlaces)?

  private var boxes: [Path: PublishedBox] = [:]
  private var index = PathIndex()
  private var lastFound: PublishedBox?
  private var dirty: [PublishedBox] = []
  /// Boxes of subscribers that were assigned in this turn.
  private var dirtyOwn: [any OwnBoxes] = []
  private var waiting: [@LoopActor (Int) -> Void] = []
  /// Whether there is work to do at the end of the turn.
  private var isTurnOpen = false
  /// Under these, clients can set and delete boxes.
  var rootsOfClients = [SharedBoxes.root]
  /// Increases when a box that clients set is created or removed.
  private(set) var versionOfClients = 0
  /// New limits take effect with the next change.
  var limits: ServerLimits {
    didSet { recent.set(limits) }
  }
  /// The last revision that this run may use; later ones may belong to another run. Changes that
  /// cannot be refused, such as those of scenes, may exceed it.
  private(set) var reserved = Int.max
  /// The revision at which more should be reserved; never reached when there is no limit.
  private var reservationMark = Int.max
  private var reserveMore: (@LoopActor () -> Void)?
  /// Called with a sentence for the log when a box has to keep its old value.
  var faultFound: (@LoopActor (String) -> Void)?

  init(epoch: String, limits: ServerLimits = ServerLimits()) {
    self.epoch = epoch
    self.limits = limits
    recent = RecentChanges(limits: limits)
  }

  /// The position of the last change.
  var position: Int { order.position }

  // MARK: Revisions

  /// Starts with the revisions above those of an earlier run.
  ///
  /// - Parameter epoch: that of the earlier run, if this one continues it.
  /// - Precondition: nothing has been published.
  func beginRevisions(after last: Int, in epoch: String? = nil) {
    precondition(revision == 0 && position == 0, "something was published already")
    revision = last
    if let epoch { self.epoch = epoch }
  }

  /// Limits revisions to those up to `last`.
  ///
  /// - Parameter body: called once, when half of them are used.
  func reserve(upTo last: Int, whenHalfUsed body: @escaping @LoopActor () -> Void) {
    reserved = last
    reservationMark = revision + max(1, (last - revision) / 2)
    reserveMore = body
  }

  private func advance() {
    revision += 1
    if revision == reservationMark { reserveMore?() }
  }

  // MARK: Boxes

  /// The box at `path`; nil if it has no value.
  func box(at path: Path) -> PublishedBox? {
    guard let box = find(path), box.exists else { return nil }
    return box
  }

  /// Boxes and tombstones under a path, sorted by path; nil when there are more than `limit`.
  func boxes(under root: Path, atMost limit: Int) -> [PublishedBox]? {
    index.boxes(under: root.text, atMost: limit)
  }

  /// Boxes and tombstones under a path, sorted by path.
  func boxes(under root: String) -> [PublishedBox] {
    index.boxes(under: root, atMost: .max) ?? []
  }

  /// The box or tombstone at `path`. The last one is cached, since the most frequent publisher sets
  /// the same box again.
  func find(_ path: Path) -> PublishedBox? {
    if let box = lastFound, box.path == path { return box }
    lastFound = boxes[path]
    return lastFound
  }

  /// Creates a box whose value is encoded by `encode` at the end of each turn in which it is
  /// marked.
  ///
  /// - Precondition: there is no other box at the path, apart from one withdrawn in this turn.
  func add(_ path: Path, encode: @escaping () throws -> JSONText) -> PublishedBox {
    let box = makeBox(at: path)
    precondition(box.encode == nil && (!box.exists || box.isDirty), "two boxes at \(path)")
    box.encode = encode
    mark(box)
    return box
  }

  /// Records that the box was assigned.
  func mark(_ box: PublishedBox) {
    guard !box.isDirty else { return }
    box.isDirty = true
    isTurnOpen = true
    dirty.append(box)
  }

  /// Records that some of a subscriber's own boxes were assigned.
  func mark(_ own: any OwnBoxes) {
    isTurnOpen = true
    dirtyOwn.append(own)
  }

  /// Publishes a value as a separate change, unless the box already has it.
  ///
  /// - Parameters:
  ///   - value: valid JSON without insignificant white space.
  ///   - isContinued: whether it is part of the last revision, which must be of another box in this
  ///     request.
  /// - Returns: whether it was published.
  @discardableResult
  func set(
    _ box: PublishedBox, to value: UnsafeRawBufferPointer, isContinued: Bool = false
  ) -> Bool {
    if !box.exists {
      versionOfClients += 1
      if box.remembered != nil {
        let member = BoxesLine.member(path: box.path, value: value)
        guard confirm(box, member) else { return false }
        if !isContinued { advance() }
        append(box)
        return true
      }
    }
    guard box.assign(value, memory) else { return false }
    if !isContinued { advance() }
    append(box)
    return true
  }

  /// Gives a box a member, which is stored as it is.
  func set(_ box: PublishedBox, toMember member: [UInt8]) {
    versionOfClients += 1
    if box.remembered != nil {
      guard confirm(box, member) else { return }
    } else {
      box.assign(member: member, memory)
    }
    advance()
    append(box)
  }

  /// Returns a box at a path where none has a value: a new one, or the tombstone of a removed one.
  func makeBox(at path: Path) -> PublishedBox {
    if let box = find(path) { return box }
    let box = PublishedBox(path: path)
    insert(box)
    return box
  }

  func insert(_ box: PublishedBox) {
    boxes[box.path] = box
    index.insert(box)
  }

  /// Removes a box that exists, or is remembered, as a change of its own.
  ///
  /// - Parameter isContinued: whether it is part of the last revision.
  func remove(_ box: PublishedBox, isContinued: Bool = false) {
    if !isContinued { advance() }
    forgetRemembered(box)
    box.dropValue()
    versionOfClients += 1
    append(box)
  }

  /// Removes boxes that were added, as part of this turn's change. Their paths can be reused at
  /// once.
  func withdraw(_ boxes: [PublishedBox]) {
    for box in boxes {
      box.encode = nil
      mark(box)
    }
  }

  /// Drops boxes that were added, without notifying readers; there must be none. A box that is
  /// added at one of the paths later counts as changed at that time.
  func release(_ boxes: [PublishedBox]) {
    for box in boxes {
      box.encode = nil
      stream?.release(box)
      box.dropValue()
      box.isReleased = true
      forget(box)
    }
  }

  /// Frees the memory of many boxes that were released: that of their changes, and the dictionary's
  /// capacity for them.
  func forgetReleased() {
    guard let path = Path("released") else { return }
    stream?.forgetReleased(at: revision)
    recent.blankReleased(PublishedBox(nowhere: path))
    boxes = Dictionary(uniqueKeysWithValues: boxes.map { ($0.key, $0.value) })
  }

  /// Records a change of a box at the current revision.
  private func append(_ box: PublishedBox) {
    order.moveToEnd(box, revision: revision)
    recent.append(
      RecentChanges.Change(
        box: box, revision: revision, member: box.member, shared: box.shared))
    stream?.append(box.member, of: box, revision: revision)
  }

  /// Drops what exceeds the limits of the ring.
  ///
  /// - Parameter read: the position up to which the changes were read; later ones are kept. One
  ///   turn of the loop adds no more than clients can send in it.
  /// - Returns: tombstones that are now forgotten, and the positions of their removals.
  func trim(upTo read: Int) -> [(box: PublishedBox, removal: Int)] {
    var forgotten: [(box: PublishedBox, removal: Int)] = []
    while recent.isFull, recent.horizon.position < read {
      let change = recent.dropFirst()
      let box = change.box
      // Otherwise it was created again, and perhaps removed again.
      guard change.member.isEmpty, box.position == recent.horizon.position else { continue }
      forgotten.append((box, box.position))
      forget(box)
    }
    return forgotten
  }

  private func forget(_ box: PublishedBox) {
    stream?.forget(box)
    forgetRemembered(box)
    if box.position > 0 { order.remove(box) }
    if boxes[box.path] === box {
      boxes[box.path] = nil
      index.remove(box)
    }
    lastFound = nil
  }

  // MARK: Turns

  /// Calls `body` at the end of the turn, with the revision at which its changes are visible.
  func atEndOfTurn(_ body: @escaping @LoopActor (Int) -> Void) {
    waiting.append(body)
    isTurnOpen = true
  }

  func endTurn() {
    guard isTurnOpen else { return }
    isTurnOpen = false
    if !dirty.isEmpty { publishDirty() }
    if !dirtyOwn.isEmpty { publishOwn() }
    commit()
    guard !waiting.isEmpty else { return }
    let bodies = waiting
    waiting = []
    for body in bodies { body(revision) }
  }

  private func publishDirty() {
    let marked = dirty
    dirty = []
    var isFirst = true
    for box in marked {
      box.isDirty = false
      guard isDue(box), takesNewValue(box) else { continue }
      if isFirst { advance() }
      isFirst = false
      append(box)
    }
  }

  /// Gives the changes of all subscribers' own boxes one revision, after that of the other boxes.
  private func publishOwn() {
    let marked = dirtyOwn
    dirtyOwn = []
    var hasChanged = false
    for own in marked where own.takeNewValues() { hasChanged = true }
    if hasChanged { advance() }
  }

  /// To be called after each revision, before it is sent to a client.
  func commit() {
    stream?.commit(revision)
  }

  /// Whether the next run continues after the last revision, if it can.
  var isCommitted: Bool { stream.map { $0.committed == revision } ?? true }

  /// - Returns: whether the box changed or is removed.
  private func takesNewValue(_ box: PublishedBox) -> Bool {
    guard let encode = box.encode else {
      // Withdrawn; if it was never published, nothing of it remains.
      if forgetRemembered(box) { return true }
      guard box.exists else {
        forget(box)
        return false
      }
      box.dropValue()
      return true
    }
    // What cannot be encoded has no value in this run.
    guard let value = encoded(box.path, encode) else { return forgetRemembered(box) }
    if box.remembered != nil {
      return confirm(box, BoxesLine.member(path: box.path, value: value))
    }
    return value.bytes.withUnsafeBytes { box.assign($0, memory) }
  }

  /// Encodes the value of a scene's box.
  ///
  /// - Returns: nil if the box has to keep its old value, which is reported.
  func encoded(_ path: Path, _ encode: () throws -> JSONText) -> JSONText? {
    do {
      let value = try encode()
      guard value.bytes.count <= limits.sceneValue else {
        faultFound?("\(path) is \(value.bytes.count) bytes, over \(limits.sceneValue)")
        return nil
      }
      return value
    } catch {
      faultFound?("\(path) cannot be encoded: \(error)")
      return nil
    }
  }
}
