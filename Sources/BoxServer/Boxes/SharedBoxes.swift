internal import BoxWire
internal import UVLoop

/// The boxes under `shared.`, which clients own and set.
@LoopActor
final class SharedBoxes {
  static let root = "shared"

  /// What exceeds a lowered limit stays until it is set again.
  var limits: ServerLimits
  private let log: ChangeLog
  /// Increases when a box is created or removed.
  private(set) var version = 0
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var totals = Totals()
  /// Of boxes that have a time to live.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var expiries: [Path: Expiry] = [:]
  /// Whether something has changed since ``keptBoxes()`` was last called.
  private var hasChanged = false
  /// Called at the first change after each ``keptBoxes()``.
  var whenChanged: (@LoopActor () -> Void)?

  /// How many boxes there are, and how many bytes their paths and values have.
  private struct Totals {
    var count = 0
    var bytes = 0
  }

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
      boxes.append(
        try check(change.box, change.ifRevision, size: change.value.bytes.count, &totals))
    }
    try checkBytes(totals)
    try checkRevision()
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
    return newest
  }

  /// Sets a box without condition or expiry.
  ///
  /// - Parameter value: its text, valid and without insignificant white space.
  /// - Returns: the revision of its last change.
  /// - Throws: as ``set(_:)``.
  func set(_ path: Path, to value: UnsafeRawBufferPointer) throws(RequestError) -> Int {
    var totals = totals
    let held = try check(path, nil, size: value.count, &totals)
    try checkBytes(totals)
    try checkRevision()
    self.totals = totals
    return publish(path, held, value, ttl: nil, isContinued: false).revision
  }

  /// - Parameter isContinued: whether it is part of the last revision.
  private func publish(
    _ path: Path, _ held: PublishedBox?, _ value: UnsafeRawBufferPointer, ttl: Duration?,
    isContinued: Bool
  ) -> PublishedBox {
    if held == nil { version += 1 }
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
      let held = log.box(at: change.box)
      try check(change.box, held, change.ifRevision)
      guard let held else {
        throw RequestError(.notFound, "there is no box \(change.box.text.excerpt)")
      }
      boxes.append(held)
    }
    try checkRevision()
    for (index, box) in boxes.enumerated() { remove(box, isContinued: index > 0) }
    return log.revision
  }

  private func remove(_ box: PublishedBox, isContinued: Bool = false) {
    version += 1
    totals.count -= 1
    totals.bytes -= box.size
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
    if let box = log.box(at: path) { remove(box) }
  }

  // MARK: Keeping

  /// All shared boxes, in order of last change, to be stored.
  func keptBoxes() -> [KeptBox] {
    hasChanged = false
    let now = MonotonicTime.now
    return log.sharedBoxes.map { box in
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
      version += 1
      totals.count += 1
      totals.bytes += box.size
      expire(stored.path, after: stored.timeToLive)
    }
  }

  private func noteChange() {
    guard !hasChanged else { return }
    hasChanged = true
    whenChanged?()
  }

  // MARK: Checks

  /// - Parameter new: what there would be after a change.
  private func checkBytes(_ new: Totals) throws(RequestError) {
    // Over a limit that was lowered, there may be fewer of them.
    guard new.bytes <= max(limits.sharedBytes, totals.bytes) else {
      throw .limit("bytes", "shared boxes have at most \(limits.sharedBytes) bytes together")
    }
  }

  private func checkRevision() throws(RequestError) {
    guard log.revision < log.reserved else {
      throw RequestError(
        .unavailable, "the daemon cannot store which revisions it uses: its log says why",
        .retryAfter(ServerLimits.retryAfterReservation))
    }
  }

  /// Checks whether a box can be set.
  ///
  /// - Parameters:
  ///   - size: bytes of the new value.
  ///   - totals: before the change; if it can be made, after it.
  /// - Returns: the box that exists.
  private func check(
    _ path: Path, _ ifRevision: Int?, size: Int, _ totals: inout Totals
  ) throws(RequestError) -> PublishedBox? {
    let held = log.box(at: path)
    try check(path, held, ifRevision)
    guard size <= limits.value else {
      throw .limit("value", "a value has at most \(limits.value) bytes, this one \(size)")
    }
    guard held != nil || totals.count < limits.sharedBoxes else {
      throw .limit("boxes", "there are \(totals.count) shared boxes already")
    }
    totals.bytes += path.text.utf8.count + size - (held?.size ?? 0)
    if held == nil { totals.count += 1 }
    return held
  }

  private func check(
    _ path: Path, _ held: PublishedBox?, _ ifRevision: Int?
  ) throws(RequestError) {
    // A box that clients have set is at a path where they may set one.
    guard held?.isSetByClients ?? path.isUnder(Self.root), path.text != Self.root else {
      throw RequestError(.notAllowed, "only boxes under \(Self.root). can be set and deleted")
    }
    guard let ifRevision else { return }
    let isUnchanged =
      if let held {
        ifRevision > 0 && ifRevision <= log.revision && held.revision <= ifRevision
      } else {
        ifRevision == 0
      }
    guard isUnchanged else {
      throw RequestError(
        .conflict, "\(path.text.excerpt) has changed", .revision(held?.revision ?? 0))
    }
  }
}
