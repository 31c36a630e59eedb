internal import BoxWire
public import UVLoop

/// The boxes under a root that clients set and that a store keeps.
///
/// Clients see what the store reports: a change of theirs, too, is published when the store has made it.
@LoopActor
public final class StoredBoxes {
  public let root: String
  var limits: ServerLimits
  private let log: ChangeLog
  private let store: any BoxStore
  private var totals = BoxTotals()
  /// The number of changes that the store is making.
  private var pending = 0
  /// While there are such, the revisions at which those of the store were published.
  private var published: [Int: Int] = [:]
  /// The revision before all boxes were last reported at once: that of changes which the store has not
  /// reported each for itself.
  private var last = 0

  /// What a change has led to.
  struct Outcome {
    /// That of the boxes' last changes, which this change has made.
    let revision: Int
    /// That of the store.
    let storeRevision: Int
  }

  init(_ root: String, _ store: any BoxStore, log: ChangeLog, limits: ServerLimits) {
    (self.root, self.store) = (root, store)
    (self.log, self.limits) = (log, limits)
  }

  // MARK: Changes by clients

  /// Makes all changes in one revision, or none.
  ///
  /// - Throws: `RequestError` -32002 when a box has changed, -32003 outside of the root, -32004 when it is
  ///   one box too many, or too large, -32005 when the store does not answer.
  func set(_ changes: SharedBoxChanges<SetBox>) async throws(RequestError) -> Outcome {
    try await make { () throws(RequestError) in
      var (totals, asked) = (totals, [StoredBoxChange]())
      try changes.eachChange { change throws(RequestError) in
        let held = try log.boxToChange(at: change.box, under: root, change.ifRevision)
        try totals.set(change.box, size: change.value.bytes.count, held: held, limits)
        asked.append(
          StoredBoxChange(
            path: change.box, value: change.value,
            expected: change.ifRevision == nil ? .anything : .asReported, timeToLive: change.ttl))
      }
      try totals.check(after: self.totals, limits)
      return asked
    }
  }

  /// Removes all of the boxes in one revision, or none.
  ///
  /// - Throws: as ``set(_:)``, and `RequestError` -32001 when there is no such box.
  func delete(_ changes: SharedBoxChanges<DeleteBox>) async throws(RequestError) -> Outcome {
    try await make { () throws(RequestError) in
      var asked: [StoredBoxChange] = []
      try changes.eachChange { change throws(RequestError) in
        _ = try log.boxToDelete(at: change.box, under: root, change.ifRevision)
        asked.append(
          StoredBoxChange(
            path: change.box, value: nil,
            expected: change.ifRevision == nil ? .present : .asReported, timeToLive: nil))
      }
      return asked
    }
  }

  /// - Parameter check: returns what is asked of the store. Called again when the store has reported something else
  ///   in between, which may be no reason to refuse the change.
  private func make(
    _ check: () throws(RequestError) -> [StoredBoxChange]
  ) async throws(RequestError) -> Outcome {
    pending += 1
    defer {
      pending -= 1
      if pending == 0 { published = [:] }
    }
    var first: Path?
    for _ in 1...Self.attempts {
      let asked = try check()
      try log.checkRevision()
      first = asked.first?.path
      do throws(BoxStoreError) {
        let revision = try await store.make(asked)
        return Outcome(revision: published[revision] ?? last, storeRevision: revision)
      } catch {
        if case .refused(let error) = error { throw error }
      }
    }
    let held = first.flatMap { log.box(at: $0) }
    throw RequestError(
      .conflict, "others keep changing these boxes", .revision(held?.revision ?? 0))
  }

  private static let attempts = 4

  // MARK: What the store reports

  /// Publishes what one revision of the store has changed, as one revision.
  ///
  /// - Parameter boxes: each at most once. Those at a path of the daemon's own are left out.
  public func follow(_ boxes: [StoredBox], of revision: Int) {
    let newest = publish(boxes)
    if pending > 0 { published[revision] = newest }
  }

  /// Publishes everything that differs from what was reported before, as one revision.
  ///
  /// - Parameter boxes: all there are; each once.
  public func adopt(_ boxes: [StoredBox]) {
    last = log.revision
    let paths = Set(boxes.map(\.path))
    let before = log.boxesOfClients(under: root) + log.rememberedOfClients(under: root)
    let gone = before.filter { !paths.contains($0.path) }
    publish(gone.map { StoredBox(path: $0.path, value: nil) } + boxes)
  }

  /// - Returns: the newest revision in which one of them has changed.
  @discardableResult
  private func publish(_ boxes: [StoredBox]) -> Int {
    let before = log.revision
    var newest = 0
    for stored in boxes where stored.path.isUnder(root) {
      guard log.isFree(stored.path) else { continue }
      let held = log.box(at: stored.path)
      if let held { totals.remove(held.size) }
      let isContinued = log.revision != before
      if let value = stored.value {
        let box = held ?? log.makeBox(at: stored.path)
        value.bytes.withUnsafeBytes { _ = log.set(box, to: $0, isContinued: isContinued) }
        totals.add(box.size)
        newest = max(newest, box.revision)
      } else if let gone = held ?? log.remembered(at: stored.path) {
        log.remove(gone, isContinued: isContinued)
        newest = max(newest, gone.revision)
      }
    }
    log.commit()
    return newest
  }

  /// Withdraws all boxes from clients.
  func end() {
    adopt([])
  }
}
