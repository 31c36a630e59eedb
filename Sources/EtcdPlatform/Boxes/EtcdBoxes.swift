internal import BoxWire
package import Domain
package import UVLoop

/// Boxes in an etcd cluster, which any program may set, mirrored.
///
/// A box is a key, which is `boxes/` and the name of the box under the prefix, with JSON as its value. A
/// change is made by the cluster, and its call returns once it was reported.
@LoopActor
package final class EtcdBoxes {
  /// The keys of boxes, relative to the prefix.
  static let keys = "boxes/"

  private let follower: EtcdFollower
  private let isName: (String) -> Bool
  /// Called with what happens, in order.
  package var report: @LoopActor (EtcdBoxNews) -> Void = { _ in }
  /// The revision in which each box was last set.
  private var versions: [String: Int] = [:]
  /// What cannot be shown, by key.
  private var faults: [String: String] = [:]
  /// Of the boxes that this program has set and that nobody has changed since.
  private var expiries: [String: Expiry] = [:]

  private struct Expiry {
    let version: Int
    let lease: Int
    let timer: Timer
  }

  /// - Parameters:
  ///   - prefix: that of all keys.
  ///   - isName: returns whether a box may have a name. Others are not shown.
  package init(
    _ cluster: EtcdCluster, prefix: String, now: @escaping CurrentTime,
    isName: @escaping (String) -> Bool
  ) {
    self.isName = isName
    follower = EtcdFollower(cluster, prefix: prefix, now: now)
    follower.delegate = self
  }

  /// Waits until all boxes were reported for the first time.
  ///
  /// - Throws: `StoreError` if that fails, or after ``close()``.
  package func load() async throws(StoreError) {
    do throws(EtcdError) { try await follower.load() } catch { throw StoreError(error) }
  }

  /// Ends all requests. Every later call fails, and nothing more is reported.
  package func close() {
    expiries = [:]
    follower.close()
    follower.cluster.close()
  }

  // MARK: Changes

  /// Makes changes in one revision, or none.
  ///
  /// - Parameter changes: at least one, each of another box.
  /// - Returns: the revision of the cluster in which they were made, which was reported.
  /// - Throws: `changed` if a box is not in the state that its change requires, once that was reported.
  package func make(_ changes: [EtcdBoxChange]) async throws(EtcdBoxesError) -> Int {
    let seen = follower.revision
    let conditions = changes.compactMap { condition(of: $0) }
    guard changes.count <= Self.mostChanges else {
      throw .tooMany("a cluster makes at most \(Self.mostChanges) changes at once")
    }
    let (leases, revision): ([Duration: Int], Int?)
    do throws(EtcdError) {
      try await follower.load()
      (leases, revision) = try await commit(changes, conditions, seen: seen)
    } catch {
      throw EtcdBoxesError(error)
    }
    guard let revision else {
      for lease in leases.values { revoke(lease) }
      throw .changed
    }
    for change in changes {
      guard let time = change.timeToLive, let lease = leases[time] else { continue }
      expect(change.name, version: revision, lease, after: time)
    }
    return revision
  }

  private func commit(
    _ changes: [EtcdBoxChange], _ conditions: [EtcdTransaction.Condition], seen: Int
  ) async throws(EtcdError) -> (leases: [Duration: Int], revision: Int?) {
    try await withLeases(for: changes) { leases throws(EtcdError) in
      let transaction = EtcdTransaction(
        conditions: conditions, changes: changes.map { self.change(for: $0, leases) })
      // With as many as can be, there is no room for a name.
      let revision = try await self.follower.commit(
        transaction, seen: seen, isNamed: changes.count < Self.mostChanges)
      return (leases, revision)
    }
  }

  /// etcd accepts 128.
  private static let mostChanges = 128

  private func key(_ name: String) -> String { follower.prefix + Self.keys + name }

  private func condition(of change: EtcdBoxChange) -> EtcdTransaction.Condition? {
    switch change.expected {
    case .anything: nil
    case .present: .present(key: key(change.name))
    case .asReported:
      versions[change.name].map { .unchanged(key: key(change.name), since: $0) }
        ?? .absent(key: key(change.name))
    }
  }

  private func change(
    for change: EtcdBoxChange, _ leases: [Duration: Int]
  ) -> EtcdTransaction.Change {
    guard let value = change.value else { return .delete(key: key(change.name)) }
    return .put(
      key: key(change.name), value: value.bytes,
      lease: change.timeToLive.flatMap { leases[$0] } ?? 0)
  }

  // MARK: Times to live

  /// Boxes expire with their leases, whatever becomes of this program. The cluster counts in seconds, and
  /// makes leases longer that might end during an election.
  ///
  /// - Parameter commit: makes the changes with a lease for each time to live. It is called again, with
  ///   leases that are longer by what a request may take, if one has ended before they were made.
  func withLeases<Result: Sendable>(
    for changes: [EtcdBoxChange],
    _ commit: ([Duration: Int]) async throws(EtcdError) -> Result
  ) async throws(EtcdError) -> Result {
    let leases = try await leases(for: changes, margin: 0)
    do throws(EtcdError) {
      return try await commit(leases)
    } catch {
      guard error == .leaseEnded else { throw error }
      // The others.
      for lease in leases.values { revoke(lease) }
      return try await commit(try await self.leases(for: changes, margin: 10))
    }
  }

  /// - Parameter margin: in seconds.
  private func leases(
    for changes: [EtcdBoxChange], margin: Int
  ) async throws(EtcdError) -> [Duration: Int] {
    var leases: [Duration: Int] = [:]
    for time in Set(changes.compactMap(\.timeToLive)) {
      let seconds = max(1, Int((time / .seconds(1)).rounded(.up))) + margin
      leases[time] = try await follower.cluster.grantLease(seconds: seconds).id
    }
    return leases
  }

  /// Deletes a box on time, and its lease once nothing needs it.
  private func expect(_ name: String, version: Int, _ lease: Int, after time: Duration) {
    guard versions[name] == version else { return revokeUnneeded(lease) }
    let timer = Timer(after: time) { [weak self] in self?.expire(name) }
    expiries[name] = Expiry(version: version, lease: lease, timer: timer)
  }

  private func expire(_ name: String) {
    guard let expiry = expiries[name] else { return }
    let key = key(name)
    LoopActor.task { [follower] in
      let transaction = EtcdTransaction(
        conditions: [.unchanged(key: key, since: expiry.version)], changes: [.delete(key: key)])
      // Otherwise the lease ends it.
      _ = try? await follower.cluster.commit(transaction)
    }
  }

  /// To be called when a box was changed.
  private func forgetExpiry(of name: String) {
    guard let expiry = expiries[name], expiry.version != versions[name] else { return }
    expiries[name] = nil
    revokeUnneeded(expiry.lease)
  }

  private func revokeUnneeded(_ lease: Int) {
    if !expiries.values.contains(where: { $0.lease == lease }) { revoke(lease) }
  }

  private func revoke(_ lease: Int) {
    // Otherwise it ends by itself.
    LoopActor.task { [follower] in try? await follower.cluster.revoke(lease: lease) }
  }
}

extension EtcdBoxes: EtcdFollowerDelegate {
  func prepare() async throws(EtcdError) {
    let key = follower.prefix + EtcdKey.layout
    // If another program does so at the same time, one of them is refused.
    _ = try await follower.cluster.commit(
      EtcdTransaction(
        conditions: [.absent(key: key)],
        changes: [.put(key: key, value: LayoutVersion.current.value)]))
  }

  func adopt(_ all: EtcdStep, isLate: Bool) {
    (versions, faults) = ([:], [:])
    report(.all(all.events.compactMap { box($0) }))
    for name in Array(expiries.keys) { forgetExpiry(of: name) }
    report(.faults(faults))
  }

  func follow(_ step: EtcdStep) {
    let before = faults
    let boxes = step.events.compactMap { box($0) }
    if !boxes.isEmpty { report(.step(boxes, revision: step.revision)) }
    if !expiries.isEmpty { for box in boxes { forgetExpiry(of: box.name) } }
    if faults != before { report(.faults(faults)) }
  }

  func report(obstacle: String?) {
    report(.obstacle(obstacle))
  }

  /// Notes what has happened to a box.
  ///
  /// - Returns: nil if nothing of it was or is shown.
  private func box(_ event: EtcdStep.Event) -> EtcdBox? {
    let key =
      switch event {
      case .put(let pair): pair.key
      case .delete(let key): key
      }
    guard key.hasPrefix(Self.keys) else { return nil }
    let name = String(key.dropFirst(Self.keys.count))
    faults[follower.prefix + key] = nil
    versions[name] = nil
    guard case .put(let pair) = event else { return EtcdBox(name: name, value: nil) }
    guard isName(name) else {
      faults[follower.prefix + key] = "is not a name that a box can have"
      return nil
    }
    versions[name] = pair.modified
    do throws(JSONError) {
      return EtcdBox(name: name, value: try JSONText(parsing: pair.value))
    } catch {
      faults[follower.prefix + key] = "is not JSON: \(error)"
      // What it was before is not what is stored now.
      return EtcdBox(name: name, value: nil)
    }
  }
}
