internal import Domain
internal import UVLoop

/// What takes everything that a follower reads. Keys are relative to the follower's prefix.
@LoopActor
protocol EtcdFollowerDelegate: AnyObject {
  /// Writes what is there at first. Called when the prefix has no layout.
  func prepare() async throws(EtcdError)

  /// Takes everything that is stored, in place of what was taken before.
  ///
  /// - Parameter isLate: whether something was answered before.
  func adopt(_ all: EtcdStep, isLate: Bool) async

  /// Takes what one revision has changed.
  func follow(_ step: EtcdStep)

  /// - Parameter obstacle: since when it is not known what has changed, and why; nil if it is known.
  func report(obstacle: String?)
}

/// Follows what is stored under a prefix of a cluster: reads all of it, then each step, and all of it again
/// if the cluster has forgotten steps.
@LoopActor
final class EtcdFollower {
  weak var delegate: (any EtcdFollowerDelegate)?
  let prefix: String
  let cluster: EtcdCluster
  /// The revision up to which everything was taken.
  private(set) var revision = 0
  /// The revision at which everything was last read. The names of transactions that others have followed
  /// before it may not be known.
  private(set) var listed = 0
  /// The newest transactions that were made, by name.
  private var attempts = RecentAttempts()
  /// The version of the layout; nil if there is none yet, or none that can be read.
  private var layout: Int?
  /// The revision in which the barrier was last written; 0 if it never was.
  private var barrier = 0
  private var isLoaded = false
  /// Whether an attempt to read everything has ended.
  private var hasAnswered = false
  private var isClosed = false
  private var isInterrupted = false
  private let now: CurrentTime
  private var feed: EtcdFeed?
  private var task: Task<Void, Never>?
  /// The calls that wait for the end of the current attempt to read everything.
  private var loading: [CheckedContinuation<EtcdError?, Never>] = []
  /// The calls that wait for a revision.
  private var waiting: [Waiter] = []
  private var nextWaiter = 0

  private struct Waiter {
    let number: Int
    let revision: Int
    let continuation: CheckedContinuation<Bool, Never>
  }

  init(_ cluster: EtcdCluster, prefix: String, now: @escaping CurrentTime) {
    self.now = now
    self.cluster = cluster
    self.prefix = prefix
  }

  /// Waits until everything was read for the first time.
  ///
  /// - Throws: `EtcdError` if that fails, or if it is closed.
  func load() async throws(EtcdError) {
    if !isLoaded {
      guard !isClosed else { throw .cancelled }
      begin()
      let error: EtcdError? = await withCheckedContinuation { continuation in
        // It may have been read since.
        if isLoaded || isClosed {
          continuation.resume(returning: nil)
        } else {
          loading.append(continuation)
        }
      }
      if let error { throw error }
    }
    guard !isClosed else { throw .cancelled }
    try checkLayout()
  }

  private func checkLayout() throws(EtcdError) {
    guard let layout, layout > LayoutVersion.current.version else { return }
    throw .malformed(
      reason:
        "\(prefix)layout: version \(layout) is of a newer procon, which must be used here, too")
  }

  /// Waits until a revision was followed.
  ///
  /// - Returns: false if it took longer than `time`, which is by default as long as a request may take.
  func reach(_ revision: Int, within time: Duration = .seconds(10)) async -> Bool {
    guard self.revision < revision else { return true }
    let number = nextWaiter
    nextWaiter += 1
    let limit = Timer(after: time) { [weak self] in self?.wake { $0.number == number } }
    defer { limit.cancel() }
    return await withCheckedContinuation { continuation in
      waiting.append(Waiter(number: number, revision: revision, continuation: continuation))
      if isClosed || self.revision >= revision { wake { $0.number == number } }
    }
  }

  func close() {
    isClosed = true
    task?.cancel()
    feed?.cancel()
    finishLoading(.cancelled)
    wake { _ in true }
  }

  // MARK: Following

  private func begin() {
    guard task == nil else { return }
    task = LoopActor.task { [weak self] in await self?.run() }
  }

  private func run() async {
    while !isClosed {
      do throws(EtcdError) {
        try await readAll()
      } catch {
        guard !isClosed else { return }
        if isLoaded { report(failure: error.reason) }
        hasAnswered = true
        finishLoading(error)
        await Pause.wait(for: .milliseconds(Int.random(in: 500...1500)))
        continue
      }
      let feed = cluster.follow(prefix, after: revision)
      self.feed = feed
      guard await follow(feed) else { return }
    }
  }

  /// Reads everything that is stored.
  private func readAll() async throws(EtcdError) {
    var (pairs, revision) = try await cluster.list(prefix)
    if !pairs.contains(where: { $0.key == prefix + EtcdKey.layout }) {
      try await delegate?.prepare()
      (pairs, revision) = try await cluster.list(prefix)
    }
    (layout, barrier) = (nil, 0)
    let all = step(pairs.map { .put($0) }, revision)
    note(all)
    try checkLayout()
    await delegate?.adopt(all, isLate: hasAnswered)
    guard !isClosed else { throw .cancelled }
    self.revision = revision
    listed = revision
    isLoaded = true
    report(failure: nil)
    hasAnswered = true
    finishLoading(nil)
    wakeReached()
  }

  /// - Returns: whether everything must be read again; false at the end.
  private func follow(_ feed: EtcdFeed) async -> Bool {
    while let news = await feed.next() {
      switch news {
      case .step(let step):
        let step = self.step(step.events, step.revision)
        note(step)
        revision = max(revision, step.revision)
        delegate?.follow(step)
      case .interrupted(let reason): report(failure: reason)
      case .resumed: report(failure: nil)
      case .compacted: return true
      }
      wakeReached()
    }
    return false
  }

  /// With keys relative to the prefix.
  private func step(_ events: [EtcdStep.Event], _ revision: Int) -> EtcdStep {
    let events = events.map { event -> EtcdStep.Event in
      switch event {
      case .put(let pair):
        .put(
          EtcdPair(
            key: String(pair.key.dropFirst(prefix.count)), value: pair.value,
            created: pair.created, modified: pair.modified))
      case .delete(let key): .delete(key: String(key.dropFirst(prefix.count)))
      }
    }
    return EtcdStep(revision: revision, events: events)
  }

  private func note(_ step: EtcdStep) {
    for event in step.events {
      switch event {
      case .put(let pair) where pair.key == EtcdKey.layout:
        layout = try? LayoutVersion(pair.value).version
      case .put(let pair) where pair.key == EtcdKey.attempt:
        attempts.note(String(decoding: pair.value, as: UTF8.self), in: pair.modified)
      case .put(let pair) where pair.key == EtcdKey.barrier: barrier = pair.modified
      case .delete(key: EtcdKey.layout): layout = nil
      case .delete(key: EtcdKey.barrier): barrier = 0
      case .put, .delete: break
      }
    }
  }

  /// - Parameter reason: why it is not known what has changed; nil if it is. The first one stays until then.
  private func report(failure reason: String?) {
    defer { isInterrupted = reason != nil }
    guard let reason else {
      delegate?.report(obstacle: nil)
      return
    }
    guard !isInterrupted else { return }
    delegate?.report(
      obstacle:
        "what is shown is from \(now().rfc3339), because the cluster is not available: \(reason)")
  }

  // MARK: Waiting

  private func finishLoading(_ error: EtcdError?) {
    let all = loading
    loading = []
    for continuation in all { continuation.resume(returning: error) }
  }

  private func wakeReached() {
    wake { $0.revision <= revision }
  }

  private func wake(_ isWoken: (Waiter) -> Bool) {
    let woken = waiting.filter(isWoken)
    guard !woken.isEmpty else { return }
    waiting.removeAll(where: isWoken)
    for waiter in woken { waiter.continuation.resume(returning: waiter.revision <= revision) }
  }

  // MARK: Writing

  /// A name that nothing else has.
  func newName() -> String {
    UUIDv7.make(at: now(), from: (.random(in: 0 ... .max), .random(in: 0 ... .max)))
  }

  /// Makes a transaction, and waits until its changes were followed.
  ///
  /// If its answer is lost, the barrier is raised, on which it depends. Then it is known whether it was
  /// made; if not, it never will be, and is sent again.
  ///
  /// - Parameters:
  ///   - seen: the revision from which the conditions follow.
  ///   - isNamed: whether it gets a name, by which it is recognised when it was made. That takes one of the
  ///     changes that a transaction may have.
  /// - Returns: the revision in which it was made; nil if a condition does not hold, once that can be seen.
  /// - Throws: `unknown` only if it may have been made.
  func commit(
    _ transaction: EtcdTransaction, seen: Int, isNamed: Bool = true
  ) async throws(EtcdError) -> Int? {
    let name = isNamed ? newName() : nil
    var lost = EtcdError.cancelled
    for _ in 1...3 {
      do throws(EtcdError) {
        switch try await cluster.commit(complete(transaction, named: name)) {
        case .made(let revision):
          guard await reach(revision) else {
            throw .unknown(reason: "no member of the cluster reports its changes")
          }
          return revision
        case .refused:
          try await catchUp(since: seen)
          return nil
        }
      } catch {
        guard case .unknown = error else { throw error }
        guard let name, let raised = try? await raiseBarrier(), await reach(raised),
          listed <= seen
        else { throw error }
        if let made = attempts.revision(of: name) { return made }
        lost = error
      }
    }
    throw lost
  }

  private func complete(
    _ transaction: EtcdTransaction, named name: String?
  ) -> EtcdTransaction {
    guard let name else { return transaction }
    var transaction = transaction
    let key = prefix + EtcdKey.barrier
    transaction.conditions.append(
      barrier == 0 ? .absent(key: key) : .unchanged(key: key, since: barrier))
    transaction.changes.append(attempt(name))
    return transaction
  }

  private func attempt(_ name: String) -> EtcdTransaction.Change {
    .put(key: prefix + EtcdKey.attempt, value: Array(name.utf8))
  }

  /// Ensures that no transaction is made any longer that has a name and was sent before.
  ///
  /// - Returns: the revision from which on this is so.
  private func raiseBarrier() async throws(EtcdError) -> Int? {
    let change = EtcdTransaction.Change.put(key: prefix + EtcdKey.barrier, value: [])
    // With an attempt, so that those who are refused wait until they know the new barrier.
    let raise = EtcdTransaction(conditions: [], changes: [change, attempt(newName())])
    return if case .made(let revision) = try await cluster.commit(raise) { revision } else { nil }
  }

  /// Waits until it is known what was changed before a transaction was refused.
  private func catchUp(since seen: Int) async throws(EtcdError) {
    // The last revision in which a procon has changed something.
    let key = prefix + EtcdKey.attempt
    let last = try await cluster.list(key).pairs.first { $0.key == key }
    guard await reach(last?.modified ?? 0) else {
      throw .unavailable(reason: "no member of the cluster reports its changes")
    }
    // Another program has changed something, which the cluster will report soon.
    if revision == seen { _ = await reach(seen + 1, within: .seconds(2)) }
  }
}
