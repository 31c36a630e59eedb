internal import BoxWire
internal import UVLoop

/// The boxes under `shared.`, which clients own and set.
@LoopActor
final class SharedBoxes {
  static let root = "shared"

  /// What exceeds a lowered limit stays until it is set again.
  var limits: ServerLimits
  private let log: ChangeLog
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var totals = BoxTotals()
  /// Of boxes that have a time to live.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var expiries: [Path: Expiry] = [:]
  /// Whether something has changed since ``keptBoxes()`` was last called.
  private var hasChanged = false
  /// Called at the first change after each ``keptBoxes()``.
  var whenChanged: (@LoopActor () -> Void)?

  private struct Expiry {
    let time: MonotonicTime
    let timer: Timer
  }

  init(log: ChangeLog, limits: ServerLimits) {
    self.limits = limits
    self.log = log
  }

  /// The schema of each shared box, since none of them is declared in more detail.
  var schema: JSONSchema {
    .anything.described("Any JSON of at most \(limits.value) bytes; clients set and delete it.")
      .named("SharedValue")
  }

  /// Makes all changes in one revision, or none.
  ///
  /// - Returns: the newest revision of the boxes' last changes.
  /// - Throws: `RequestError` -32002 when a box has changed, -32003 outside of `shared.`, -32004 when
  ///   it is one box too many, or too large, -32005 when no revision is reserved.
  func set(_ changes: SharedBoxChanges<SetBox>) throws(RequestError) -> Int {
    var totals = totals
    var boxes: [PublishedBox?] = []
    try changes.eachChange { change throws(RequestError) in
      let held = try log.boxToChange(at: change.box, under: Self.root, change.ifRevision)
      try totals.set(change.box, size: change.value.bytes.count, held: held, limits)
      boxes.append(held)
    }
    try totals.check(after: self.totals, limits)
    try log.checkRevision()
    self.totals = totals
    let before = log.revision
    var newest = 0
    for (change, held) in zip(changes.all, boxes) {
      let hasChanged = log.revision != before
      let box = change.value.bytes.withUnsafeBytes { value in
        publish(change.box, held, value, ttl: change.ttl, isContinued: hasChanged)
      }
      newest = max(newest, box.revision)
    }
    log.commit()
    return newest
  }

  /// Sets a box without condition or expiry.
  ///
  /// - Parameter value: its text, valid and without insignificant white space.
  /// - Returns: the revision of its last change.
  /// - Throws: as ``set(_:)``.
  func set(_ path: Path, to value: UnsafeRawBufferPointer) throws(RequestError) -> Int {
    var totals = totals
    let held = try log.boxToChange(at: path, under: Self.root)
    try totals.set(path, size: value.count, held: held, limits)
    try totals.check(after: self.totals, limits)
    try log.checkRevision()
    self.totals = totals
    let box = publish(path, held, value, ttl: nil, isContinued: false)
    log.commit()
    return box.revision
  }

  /// - Parameter isContinued: whether it is part of the last revision.
  private func publish(
    _ path: Path, _ held: PublishedBox?, _ value: UnsafeRawBufferPointer, ttl: Duration?,
    isContinued: Bool
  ) -> PublishedBox {
    let hasNewExpiry = expire(path, after: ttl)
    let box = held ?? log.makeBox(at: path)
    let hasChanged = log.set(box, to: value, isContinued: isContinued)
    if hasNewExpiry || hasChanged { noteChange() }
    return box
  }

  /// Removes all of the boxes in one revision, or none.
  ///
  /// - Returns: the revision of the removal.
  /// - Throws: `RequestError` -32001 when there is no such box, -32002 when it has changed, -32003
  ///   outside of `shared.`, -32005 when no revision is reserved.
  func delete(_ changes: SharedBoxChanges<DeleteBox>) throws(RequestError) -> Int {
    var boxes: [PublishedBox] = []
    try changes.eachChange { change throws(RequestError) in
      boxes.append(
        try log.boxToDelete(at: change.box, under: Self.root, change.ifRevision))
    }
    try log.checkRevision()
    for (index, box) in boxes.enumerated() { remove(box, isContinued: index > 0) }
    log.commit()
    return log.revision
  }

  private func remove(_ box: PublishedBox, isContinued: Bool = false) {
    totals.remove(box.size)
    expire(box.path, after: nil)
    log.remove(box, isContinued: isContinued)
    noteChange()
  }

  /// - Parameter ttl: nil for a box that does not expire.
  /// - Returns: whether the time of expiry changed.
  @discardableResult
  private func expire(_ path: Path, after ttl: Duration?) -> Bool {
    guard let ttl else {
      return expiries.isEmpty ? false : expiries.removeValue(forKey: path) != nil
    }
    expiries[path] = Expiry(
      time: .now + ttl, timer: Timer(after: ttl) { [weak self] in self?.expire(path) })
    return true
  }

  private func expire(_ path: Path) {
    guard let box = log.box(at: path) else { return }
    remove(box)
    log.commit()
  }

  // MARK: Keeping

  /// All shared boxes, in order of last change, to be stored.
  func keptBoxes() -> [KeptBox] {
    hasChanged = false
    let now = MonotonicTime.now
    return log.boxesOfClients(under: Self.root).map { box in
      KeptBox(
        box,
        timeToLive: expiries.isEmpty ? nil : expiries[box.path].map { now.duration(to: $0.time) })
    }
  }

  /// Creates boxes that were stored, each as a separate change.
  ///
  /// - Precondition: none of them exists, and they are within the limits.
  func restore(_ kept: [KeptBox]) {
    for stored in kept {
      let box = log.makeBox(at: stored.path)
      log.set(box, toMember: stored.member)
      totals.add(box.size)
      expire(stored.path, after: stored.timeToLive)
    }
    log.commit()
  }

  /// Removes what an earlier run had and this one has not restored.
  func dropRemembered() {
    for (index, box) in log.rememberedOfClients(under: Self.root).enumerated() {
      log.remove(box, isContinued: index > 0)
    }
    log.commit()
  }

  private func noteChange() {
    guard !hasChanged else { return }
    hasChanged = true
    whenChanged?()
  }
}
