import Glibc

/// Blocks threads until the test releases them.
package final class HeldWork: Sendable {
  /// Any thread may use it.
  private nonisolated(unsafe) let releases = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  package init() {
    sem_init(releases, 0, 0)
  }

  deinit {
    sem_destroy(releases)
    releases.deallocate()
  }

  /// Blocks the thread until it is released.
  package func wait() {
    while sem_wait(releases) != 0 {}
  }

  /// Releases as many threads, now or when they wait.
  package func release(_ count: Int) {
    for _ in 0..<count { sem_post(releases) }
  }
}
