import Glibc
import UVLoop

/// Blocks threads until the test releases them.
final class HeldWork: Sendable {
  /// Any thread may use it.
  private nonisolated(unsafe) let releases = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() {
    sem_init(releases, 0, 0)
  }

  deinit {
    sem_destroy(releases)
    releases.deallocate()
  }

  /// Blocks the thread until it is released.
  func wait() {
    while sem_wait(releases) != 0 {}
  }

  /// Releases as many threads, now or when they wait.
  func release(_ count: Int) {
    for _ in 0..<count { sem_post(releases) }
  }
}

/// Returns after the tasks that were started on the loop have run up to where they wait.
@LoopActor
func untilTasksHaveStarted() async {
  await LoopActor.task {}.value
}
