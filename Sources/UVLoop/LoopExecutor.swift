internal import CLibuv
internal import Glibc
internal import Synchronization

/// An executor whose jobs run, one after another, on the thread that serves a libuv loop.
///
/// An iteration of the loop consists of: timers that are due, one batch of the jobs that are
/// waiting, the hooks, sleep, and callbacks of descriptors and signals. A job that arrives while
/// the loop sleeps wakes it with `uv_async_send`. A job that arrives while the loop is awake costs
/// no system call, because the loop checks the queue before it sleeps.
///
/// Unchecked because of the libuv loop, the hooks, the batch and the task that is being started,
/// which only the loop's thread accesses; what other threads access is in `state`.
final class LoopExecutor: SerialExecutor, TaskExecutor, @unchecked Sendable {
  let loop: UnsafeMutablePointer<uv_loop_t>

  private struct State: ~Copyable {
    var jobs: [UnownedJob] = []
    var isAsleep = false
  }

  private let state = Mutex(State())
  /// The loop's thread; 0 before there is one. Not in `state`, whose lock the asking thread may
  /// hold.
  private let thread = Atomic<pthread_t>(0)
  private let wake: UnsafeMutablePointer<uv_async_t>
  private let prepare: UnsafeMutablePointer<uv_prepare_t>
  /// Active while jobs are waiting: libuv does not sleep then.
  private let idle: UnsafeMutablePointer<uv_idle_t>
  /// The number of jobs that this iteration runs.
  private var batchSize = 0
  private var isStopped = false
  private var isStartingTask = false
  /// The first job of the task that is being started.
  private var firstJob: UnownedJob?
  /// The bodies of released hooks are set to nil, so that the others keep their index while one of
  /// them runs.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var hooks: [(hook: ObjectIdentifier, body: (@LoopActor () -> Void)?)] = []

  init() {
    loop = .allocate(capacity: 1)
    wake = .allocate(capacity: 1)
    prepare = .allocate(capacity: 1)
    idle = .allocate(capacity: 1)
    // Without a loop there is no program: these fail only when memory or descriptors are used up
    // before it has started.
    precondition(uv_loop_init(loop) == 0, "the event loop cannot be made")
    precondition(uv_async_init(loop, wake) { _ in } == 0, "the event loop cannot be woken")
    // These never fail.
    uv_prepare_init(loop, prepare)
    uv_idle_init(loop, idle)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if isOnThread, isStartingTask {
      isStartingTask = false
      firstJob = job
      return
    }
    let mustWake = state.withLock { state in
      state.jobs.append(job)
      guard state.isAsleep, !isOnThread else { return false }
      state.isAsleep = false
      return true
    }
    if mustWake { uv_async_send(wake) }
  }

  /// Starts a task that prefers this executor, and runs its first job, up to the first point where
  /// `body` has to wait.
  ///
  /// `Task.immediate` with this preference would enqueue the body first.
  @LoopActor
  func startTask(_ body: @escaping @LoopActor () async -> Void) -> Task<Void, Never> {
    isStartingTask = true
    let task = Task(executorPreference: self, operation: body)
    guard let job = firstJob.take() else { preconditionFailure("a new task has a job") }
    run(job)
    return task
  }

  func checkIsolated() {
    precondition(isOnThread, "this is not the loop's thread")
  }

  func isIsolatingCurrentContext() -> Bool? {
    isOnThread
  }

  func adoptThread() {
    let (isFirst, _) = thread.compareExchange(
      expected: 0, desired: pthread_self(), ordering: .relaxed)
    precondition(isFirst, "the loop has a thread already")
  }

  /// Serves the loop until ``stop()``.
  @LoopActor
  func run() {
    uv_prepare_start(prepare, onPrepare)
    uv_run(loop, UV_RUN_DEFAULT)
  }

  /// Runs the jobs and the hooks, then lets libuv sleep unless another job is waiting.
  @LoopActor
  fileprivate func prepareToSleep() {
    runJobs()
    for index in hooks.indices { hooks[index].body?() }
    if isStopped { uv_stop(loop) }
    if fallAsleep() { uv_idle_stop(idle) } else { uv_idle_start(idle, onIdle) }
    // libuv computes from its time how long it may sleep, and the jobs took some time.
    uv_update_time(loop)
  }

  /// Makes ``run()`` return after the current iteration.
  @LoopActor
  func stop() {
    isStopped = true
  }

  @LoopActor
  func add(_ hook: LoopHook, _ body: @escaping @LoopActor () -> Void) {
    let entry = (hook: ObjectIdentifier(hook), body: Optional(body))
    if let free = hooks.firstIndex(where: { $0.body == nil }) {
      hooks[free] = entry
    } else {
      hooks.append(entry)
    }
  }

  @LoopActor
  func remove(_ hook: LoopHook) {
    for index in hooks.indices where hooks[index].hook == ObjectIdentifier(hook) {
      hooks[index].body = nil
    }
  }

  /// Whether the running job is the only one: the iteration has no other, and none is waiting.
  var hasOneJob: Bool { batchSize == 1 && state.withLock { $0.jobs.isEmpty } }

  private var isOnThread: Bool {
    thread.load(ordering: .relaxed) == pthread_self()
  }

  private func runJobs() {
    let batch: [UnownedJob] = state.withLock { state in
      state.isAsleep = false
      guard !state.jobs.isEmpty else { return [] }
      defer { state.jobs = [] }
      return state.jobs
    }
    batchSize = batch.count
    for job in batch { run(job) }
  }

  private func run(_ job: UnownedJob) {
    job.runSynchronously(
      isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
  }

  /// - Returns: whether no job is waiting. A job that arrives from now on wakes the loop.
  private func fallAsleep() -> Bool {
    state.withLock { state in
      state.isAsleep = state.jobs.isEmpty
      return state.isAsleep
    }
  }
}

private let onPrepare: uv_prepare_cb = { _ in
  LoopActor.assumeIsolated { LoopActor.shared.executor.prepareToSleep() }
}

private let onIdle: uv_idle_cb = { _ in }
