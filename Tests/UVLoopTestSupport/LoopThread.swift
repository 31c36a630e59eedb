internal import Glibc
internal import UVLoop

/// The thread that serves the loop for all tests of this process.
package enum LoopThread {
  /// Always true: reading it starts the thread, once.
  ///
  /// A suite with tests on `@LoopActor` says `@Suite(.enabled(if: LoopThread.isRunning))`, so that
  /// the thread is there before the first of them is.
  package static let isRunning: Bool = {
    var thread = pthread_t()
    let status = pthread_create(&thread, nil, serve, nil)
    precondition(status == 0, "the loop's thread cannot be made")
    pthread_detach(thread)
    return true
  }()
}

private let serve: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
  LoopActor.serve {}
  return nil
}
