internal import Glibc
internal import UVLoop

/// The thread that runs the loop for all tests of this process.
package enum LoopThread {
  /// Always true: reading it starts the thread, once.
  ///
  /// A suite with tests on `@LoopActor` needs `@Suite(.enabled(if: LoopThread.isRunning))`, so that
  /// the thread runs before the first test starts.
  package static let isRunning: Bool = {
    var thread = pthread_t()
    let status = pthread_create(&thread, nil, serve, nil)
    precondition(status == 0, "the loop's thread cannot be made")
    pthread_detach(thread)
    return true
  }()
}

private let serve: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
  // All tests with servers wait for it, and their clients have deadlines. The threads of other tests
  // can wait; without the privilege, this changes nothing. On Linux, 0 is the calling thread.
  setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, -10)
  LoopActor.serve {}
  return nil
}
