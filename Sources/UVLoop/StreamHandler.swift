/// Receives the events of a connection.
@LoopActor
public protocol StreamHandler: AnyObject {
  /// Maximum number of bytes to read at a time; the connection reads at most 64 KiB.
  var streamReadLimit: Int { get }
  /// Bytes arrived. The buffer is shared by all connections: copy what is to be kept.
  func streamDidRead(_ bytes: UnsafeRawBufferPointer)
  /// The kernel accepts bytes again, and everything that was written before is on its way.
  func streamDidDrain()
  /// The peer will send nothing more; it may still read.
  func streamDidReachEnd()
  /// The connection was closed, but not by `close()`. `error` is nil when the peer simply closed
  /// it, or when everything was sent after `closeWhenDrained()`.
  func streamDidBreak(_ error: LoopError?)
}

extension StreamHandler {
  public var streamReadLimit: Int { .max }
}
