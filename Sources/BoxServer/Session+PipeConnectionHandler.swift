internal import Logging
internal import UVLoop

extension Session: PipeConnectionHandler {
  func connection(_ connection: PipeConnection, didRead bytes: UnsafeRawBufferPointer) {
    read(bytes)
  }

  func connectionDidDrain(_ connection: PipeConnection) {
    isBehind = true
    stall = nil
    unpause()
    scheduleFlush()
  }

  func connectionDidReachEnd(_ connection: PipeConnection) {
    scheduleFlush()
  }

  func connectionDidBreak(_ connection: PipeConnection, error: LoopError?) {
    if let error { registry.logger.debug("connection lost: \(error)") }
    abort()
  }
}
