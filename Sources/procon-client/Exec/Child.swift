internal import Glibc
internal import UVLoop

/// A process that this one started. It is reaped when it ends, so that no zombie is left.
@LoopActor
final class Child {
  let processID: pid_t
  /// Its exit status, or 128 and the signal that ended it; nil while it lives.
  private(set) var status: Int32?
  /// Called when it ends later.
  var observer: (@LoopActor (_ status: Int32) -> Void)?
  private var ending: UVLoop.Signal?

  init(_ spawn: Spawn) throws(LoopError) {
    processID = try spawn.start()
    ending = try? UVLoop.Signal(SIGCHLD) { [unowned self] in
      reap()
      if let status { observer?(status) }
    }
    // It may have ended before that.
    reap()
  }

  private func reap() {
    var code: Int32 = 0
    guard status == nil, waitpid(processID, &code, WNOHANG) == processID else { return }
    // As WIFEXITED and WEXITSTATUS do (wait(2)).
    status = code & 0x7F == 0 ? (code >> 8) & 0xFF : 128 + (code & 0x7F)
    ending = nil
  }
}
