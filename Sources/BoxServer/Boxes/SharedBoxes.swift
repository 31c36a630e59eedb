internal import BoxWire
internal import UVLoop

/// The boxes under `shared.`, which clients own and set.
@LoopActor
final class SharedBoxes {
  static let root = "shared"

  /// What is over a limit that was lowered stays until it is set again.
  var limits: ServerLimits
  private let log: ChangeLog
  /// Rises when one of them comes or goes.
  private(set) var version = 0
  private var count = 0 {
    didSet { version += 1 }
  }
  private var bytes = 0
  /// Of boxes that have a time to live.
  @exclusivity(unchecked) private var expiries: [Path: Expiry] = [:]
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

  /// Of each of them, as nobody declares more.
  var schema: JSONSchema {
    .anything.described("Any JSON of at most \(limits.value) bytes; clients set and delete it.")
      .named("SharedValue")
  }

  /// - Returns: the revision of the box's last change.
  /// - Throws: `RequestError` -32002 when it changed, -32003 outside of `shared.`, -32004 when it is
  ///   one box too many, or too large, -32005 when no revision is reserved.
  func set(_ request: SetBox) throws(RequestError) -> Int {
    let outcome = request.value.bytes.withUnsafeBytes { value in
      Result { () throws(RequestError) in
        try set(request.box, to: value, ifRevision: request.ifRevision, ttl: request.ttl)
      }
    }
    return try outcome.get()
  }

  /// The same for a value whose text, valid and without insignificant white space, lies elsewhere.
  func set(
    _ path: Path, to value: UnsafeRawBufferPointer, ifRevision: Int? = nil, ttl: Duration? = nil
  ) throws(RequestError) -> Int {
    let held = log.box(at: path)
    try check(path, held, ifRevision)
    let size = value.count
    guard size <= limits.value else {
      throw .limit("value", "a value has at most \(limits.value) bytes, this one \(size)")
    }
    guard held != nil || count < limits.sharedBoxes else {
      throw .limit("boxes", "there are \(count) shared boxes already")
    }
    let newBytes = bytes - (held?.size ?? 0) + path.text.utf8.count + size
    // Over a limit that was lowered they may become fewer.
    guard newBytes <= max(limits.sharedBytes, bytes) else {
      throw .limit("bytes", "shared boxes have at most \(limits.sharedBytes) bytes together")
    }
    try checkRevision()
    if held == nil { count += 1 }
    bytes = newBytes
    let before = log.revision
    let hasNewExpiry = expire(path, after: ttl)
    let box = held ?? log.makeBox(at: path)
    log.set(box, to: value)
    if hasNewExpiry || log.revision != before { noteChange() }
    return box.revision
  }

  /// - Returns: the revision of the removal.
  /// - Throws: `RequestError` -32001 when there is no such box, -32002 when it changed, -32003
  ///   outside of `shared.`, -32005 when no revision is reserved.
  func delete(_ request: DeleteBox) throws(RequestError) -> Int {
    let held = log.box(at: request.box)
    try check(request.box, held, request.ifRevision)
    guard let held else {
      throw RequestError(.notFound, "there is no box \(request.box.text.excerpt)")
    }
    try checkRevision()
    remove(held)
    return log.revision
  }

  private func remove(_ box: PublishedBox) {
    count -= 1
    bytes -= box.size
    expire(box.path, after: nil)
    log.remove(box)
    noteChange()
  }

  /// - Parameter ttl: nil for a box that stays.
  /// - Returns: whether it expires at another time than before.
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

  /// All of them, in order of last change, to be stored.
  func keptBoxes() -> [KeptBox] {
    hasChanged = false
    let now = MonotonicTime.now
    return log.sharedBoxes.map { box in
      KeptBox(
        box,
        timeToLive: expiries.isEmpty ? nil : expiries[box.path].map { now.duration(to: $0.time) })
    }
  }

  /// Makes boxes that were stored, each as a change of its own.
  ///
  /// - Precondition: none of them exists, and they are within the limits.
  func restore(_ kept: [KeptBox]) {
    for stored in kept {
      let box = log.makeBox(at: stored.path)
      log.set(box, toMember: stored.member)
      count += 1
      bytes += box.size
      expire(stored.path, after: stored.timeToLive)
    }
  }

  private func noteChange() {
    guard !hasChanged else { return }
    hasChanged = true
    whenChanged?()
  }

  // MARK: Checks

  private func checkRevision() throws(RequestError) {
    guard log.revision < log.reserved else {
      throw RequestError(
        .unavailable, "the daemon cannot store which revisions it uses: its log says why",
        .retryAfter(ServerLimits.retryAfterReservation))
    }
  }

  private func check(
    _ path: Path, _ held: PublishedBox?, _ ifRevision: Int?
  ) throws(RequestError) {
    // One that clients have set is where they may.
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
