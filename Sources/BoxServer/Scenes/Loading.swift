internal import UVLoop

/// Something that is loaded when it is first needed, and again at the next need if that failed, or if
/// what was loaded is out of date.
@LoopActor
final class Loading {
  private enum State {
    case idle
    case active(Task<Void, Never>?)
  }

  private let tasks: TaskBag
  private let isDue: @LoopActor () -> Bool
  private let body: @LoopActor () async throws -> Void
  /// Called whenever it has loaded or failed to.
  var ended: @LoopActor () -> Void = {}
  private var state = State.idle
  private var waits: [LoadWait] = []
  /// Whether it was loaded at least once.
  private(set) var isKnown = false
  /// Whether it failed last.
  private(set) var hasFailed = false

  /// - Parameter isDue: whether what was loaded is out of date.
  init(
    _ tasks: TaskBag, isDue: @escaping @LoopActor () -> Bool = { false },
    _ body: @escaping @LoopActor () async throws -> Void
  ) {
    self.tasks = tasks
    self.isDue = isDue
    self.body = body
  }

  /// Whether there is nothing to wait for.
  var isDone: Bool { isKnown && !isActive && !isDue() }

  var isActive: Bool {
    if case .active = state { true } else { false }
  }

  /// Starts loading, unless it is in progress or done.
  func start() {
    guard case .idle = state, !isDone else { return }
    state = .active(nil)
    let task = tasks.start { [self] in
      do {
        try await body()
        end(hasFailed: false)
      } catch {
        end(hasFailed: true)
      }
    }
    if case .active = state { state = .active(task) }
  }

  func cancel() {
    if case .active(let task) = state { task?.cancel() }
  }

  fileprivate func add(_ wait: LoadWait) {
    // While loading hangs, other waits come and go.
    waits.removeAll(where: \.hasFinished)
    waits.append(wait)
  }

  private func end(hasFailed: Bool) {
    state = .idle
    self.hasFailed = hasFailed
    if !hasFailed { isKnown = true }
    ended()
    let waits = waits
    self.waits = []
    for wait in waits { wait.ended() }
  }
}

/// A wait, limited in time, until some things are loaded or have failed to load.
@LoopActor
final class LoadWait {
  private var body: (@LoopActor () -> Void)?
  private var missing = 0
  private var deadline: Timer?

  fileprivate var hasFinished: Bool { body == nil }

  /// Calls `body` at once if all of them are loaded. Otherwise starts those that are not, and calls
  /// `body` when all have ended, or when the time is up.
  ///
  /// - Parameter end: when the time is up.
  static func start(
    for loadings: [Loading], until end: MonotonicTime, _ body: @escaping @LoopActor () -> Void
  ) {
    let missing = loadings.filter { !$0.isDone }
    guard !missing.isEmpty else { return body() }
    let wait = LoadWait(body)
    // One more, so that the wait does not end while they are being started.
    wait.missing = missing.count + 1
    for loading in missing {
      loading.add(wait)
      loading.start()
    }
    wait.ended()
    guard !wait.hasFinished else { return }
    // The timer and the loadings keep it alive; `finish` releases the timer.
    wait.deadline = Timer(after: MonotonicTime.now.duration(to: end)) { wait.finish() }
  }

  private init(_ body: @escaping @LoopActor () -> Void) {
    self.body = body
  }

  fileprivate func ended() {
    missing -= 1
    if missing == 0 { finish() }
  }

  private func finish() {
    deadline = nil
    let body = self.body
    self.body = nil
    body?()
  }
}
