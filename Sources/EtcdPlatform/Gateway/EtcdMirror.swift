internal import Domain
internal import UVLoop

/// Follows what is stored under a prefix of a cluster, and reports each difference.
@LoopActor
final class EtcdMirror {
  private(set) var contents = EtcdContents()
  /// Called when the prefix was read and has no layout; writes one.
  var prepare: @LoopActor () async throws(EtcdError) -> Void = {}
  /// Called when everything was read, to remove what changes have left that were not finished.
  var cleanUp: @LoopActor () -> Void = {}
  let prefix: String
  private let cluster: EtcdCluster
  private let reports: EtcdReports
  /// How often everything was read. The names of transactions that were made before that are not known.
  private(set) var listed = 0
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

  init(
    _ cluster: EtcdCluster, prefix: String, now: @escaping CurrentTime, _ reports: EtcdReports
  ) {
    self.now = now
    self.cluster = cluster
    self.prefix = prefix
    self.reports = reports
  }

  /// Waits until everything was read for the first time.
  ///
  /// - Throws: `EtcdError` if that fails, or if the mirror is closed.
  func load() async throws(EtcdError) {
    if !isLoaded {
      guard !isClosed else { throw .cancelled }
      begin()
      if let error = await withCheckedContinuation({ loading.append($0) }) { throw error }
    }
    guard !isClosed else { throw .cancelled }
    try checkLayout()
  }

  private func checkLayout() throws(EtcdError) {
    guard let layout = contents.layout, layout > LayoutVersion.current.version else { return }
    throw .malformed(
      reason:
        "\(prefix)layout: version \(layout) is of a newer procon, which must be used here, too")
  }

  /// Waits until a revision was followed.
  ///
  /// - Returns: false if it took longer than `time`, which is by default as long as a request may take.
  func reach(_ revision: Int, within time: Duration = .seconds(10)) async -> Bool {
    guard contents.revision < revision else { return true }
    let number = nextWaiter
    nextWaiter += 1
    let limit = Timer(after: time) { [weak self] in self?.wake { $0.number == number } }
    defer { limit.cancel() }
    return await withCheckedContinuation { continuation in
      waiting.append(Waiter(number: number, revision: revision, continuation: continuation))
      if isClosed || contents.revision >= revision { wake { $0.number == number } }
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
      cleanUp()
      let feed = cluster.follow(prefix, after: contents.revision)
      self.feed = feed
      guard await follow(feed) else { return }
    }
  }

  /// Reads everything that is stored.
  private func readAll() async throws(EtcdError) {
    var (pairs, revision) = try await cluster.list(prefix)
    if !pairs.contains(where: { $0.key == prefix + EtcdKey.layout }) {
      try await prepare()
      (pairs, revision) = try await cluster.list(prefix)
    }
    // Values refer to their parts.
    let (parts, others) = pairs.reduce(into: ([EtcdPair](), [EtcdPair]())) { sorted, pair in
      if pair.key.hasPrefix(prefix + EtcdKey.parts) {
        sorted.0.append(pair)
      } else {
        sorted.1.append(pair)
      }
    }
    var new = EtcdContents(after: contents)
    _ = new.follow(step((parts + others).map { .put($0) }, revision))
    contents = new
    listed += 1
    try checkLayout()
    isLoaded = true
    report(failure: nil)
    reportFaults()
    // Those who have read before have got an error, or something else.
    if hasAnswered { reports.report([.unknown]) }
    hasAnswered = true
    if !contents.trash.isEmpty { reports.reportRemoval() }
    finishLoading(nil)
    wakeReached()
  }

  /// - Returns: whether everything must be read again; false at the end.
  private func follow(_ feed: EtcdFeed) async -> Bool {
    while let news = await feed.next() {
      switch news {
      case .step(let step): apply(step)
      case .progress(let revision): contents.proceed(to: revision)
      case .interrupted(let reason): report(failure: reason)
      case .resumed: report(failure: nil)
      case .compacted: return true
      }
      wakeReached()
    }
    return false
  }

  private func apply(_ step: EtcdStep) {
    let touched = contents.follow(self.step(step.events, step.revision))
    let changes = contents.changes(touched)
    if !changes.isEmpty { reports.report(changes) }
    if touched.fillsTrash { reports.reportRemoval() }
    reportFaults()
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

  /// - Parameter reason: why it is not known what has changed; nil if it is. The first one stays until then.
  private func report(failure reason: String?) {
    defer { isInterrupted = reason != nil }
    guard let reason else {
      reports.report(obstacle: nil)
      return
    }
    guard !isInterrupted else { return }
    reports.report(
      obstacle:
        "what is shown is from \(now().rfc3339), because the cluster is not available: \(reason)")
  }

  private func reportFaults() {
    reports.report(faults: contents.allFaults(under: prefix))
  }

  // MARK: Waiting

  private func finishLoading(_ error: EtcdError?) {
    let all = loading
    loading = []
    for continuation in all { continuation.resume(returning: error) }
  }

  private func wakeReached() {
    wake { $0.revision <= contents.revision }
  }

  private func wake(_ isWoken: (Waiter) -> Bool) {
    let woken = waiting.filter(isWoken)
    guard !woken.isEmpty else { return }
    waiting.removeAll(where: isWoken)
    for waiter in woken {
      waiter.continuation.resume(returning: waiter.revision <= contents.revision)
    }
  }
}
