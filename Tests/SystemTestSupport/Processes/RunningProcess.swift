internal import Glibc
internal import Synchronization

/// A started program.
///
/// A thread reaps it as soon as it ends. Swift Testing has a thread that waits for the ends of exit
/// tests, and spins while any other child process has ended and is not reaped.
final class RunningProcess: Sendable {
  let processID: pid_t
  /// Readable once it has ended.
  var ended: Int32 { news.reading }
  private let news: Pipe
  private let state = Mutex<ChildProcess.End?>(nil)

  /// - Parameter processID: that of a child process, which nobody else reaps.
  init(_ processID: pid_t) throws {
    self.processID = processID
    news = try Pipe()
    startThread { self.reap() }
  }

  deinit {
    close(news.reading)
  }

  /// How it ended; nil while it runs.
  var end: ChildProcess.End? { state.withLock { $0 } }

  /// Sends a signal if it still runs.
  func signal(_ number: Int32) {
    state.withLock { if $0 == nil { kill(processID, number) } }
  }

  /// Blocks until it has ended.
  func waitForEnd() -> ChildProcess.End {
    var entry = pollfd(fd: ended, events: Int16(POLLIN), revents: 0)
    while true {
      if let end { return end }
      poll(&entry, 1, -1)
    }
  }

  private func reap() {
    var ending = siginfo_t()
    while waitid(P_PID, id_t(processID), &ending, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    // Once it is reaped, its id can be that of another process.
    state.withLock {
      var status: Int32 = 0
      waitpid(processID, &status, 0)
      let signal = status & 0x7F
      $0 = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
    }
    close(news.writing)
  }
}
