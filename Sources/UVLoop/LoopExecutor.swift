internal import CLibuv
internal import Glibc
internal import Synchronization

/// An executor whose jobs run, one after another, on the thread that serves a libuv loop.
///
/// An iteration of the loop is: callbacks of timers, signals and descriptors, then one batch of the
/// jobs that are waiting, then the hooks, then sleep. A job that arrives while the loop sleeps wakes
/// it with `uv_async_send`; one that arrives while it is awake costs no system call, because the
/// loop looks at the queue before it sleeps.
///
/// libuv's loop is embedded, as its documentation of `uv_backend_fd` describes: the thread sleeps in
/// ``PollSet``, of which libuv's own descriptor is a member, and libuv is entered only when
/// something of its own is due. A change that comes in and goes out thus costs one wait.
///
/// Unchecked because of the libuv loop and the hooks, which only the loop's thread touches; what
/// other threads touch is in `state`.
final class LoopExecutor: SerialExecutor, TaskExecutor, @unchecked Sendable {
  let loop: UnsafeMutablePointer<uv_loop_t>

  private struct State: ~Copyable {
    var jobs: [UnownedJob] = []
    var isAsleep = false
  }

  private let state = Mutex(State())
  /// The loop's thread; 0 before there is one. Not in `state`, since whoever holds that may be asked.
  private let thread = Atomic<pthread_t>(0)
  private let wake: UnsafeMutablePointer<uv_async_t>
  private var isStopped = false
  private var hooks: [WeakHook] = []

  private struct WeakHook {
    weak var hook: LoopHook?
  }

  init() {
    loop = .allocate(capacity: 1)
    wake = .allocate(capacity: 1)
    // Without a loop there is no program: these fail only when memory or descriptors are used up
    // before it has begun.
    precondition(uv_loop_init(loop) == 0, "the event loop cannot be made")
    precondition(uv_async_init(loop, wake) { _ in } == 0, "the event loop cannot be woken")
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let mustWake = state.withLock { state in
      state.jobs.append(job)
      guard state.isAsleep, !isOnThread else { return false }
      state.isAsleep = false
      return true
    }
    if mustWake { uv_async_send(wake) }
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
    var isDue = true
    while true {
      if isDue { uv_run(loop, UV_RUN_NOWAIT) }
      runJobs()
      for entry in hooks { entry.hook?.body() }
      guard !isStopped else { return }
      isDue = PollSet.shared.wait(milliseconds: fallAsleep() ? timeUntilDue : 0)
      if !isDue { isDue = timeUntilDue == 0 }
    }
  }

  /// Makes ``run()`` return once the present iteration is over.
  @LoopActor
  func stop() {
    isStopped = true
  }

  func add(_ hook: LoopHook) {
    hooks.removeAll { $0.hook == nil }
    hooks.append(WeakHook(hook: hook))
  }

  private var isOnThread: Bool {
    thread.load(ordering: .relaxed) == pthread_self()
  }

  private func runJobs() {
    let batch = state.withLock { state in
      state.isAsleep = false
      defer { state.jobs = [] }
      return state.jobs
    }
    for job in batch {
      job.runSynchronously(
        isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
  }

  /// - Returns: whether no job is waiting. One that comes from now on wakes the loop.
  private func fallAsleep() -> Bool {
    state.withLock { state in
      state.isAsleep = state.jobs.isEmpty
      return state.isAsleep
    }
  }

  /// Milliseconds until libuv has something to do; below 0 when nothing is planned.
  private var timeUntilDue: Int {
    uv_update_time(loop)
    return Int(uv_backend_timeout(loop))
  }
}
