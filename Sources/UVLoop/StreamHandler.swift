/// What a connection reports to the object that serves it.
@LoopActor
public protocol StreamHandler: AnyObject {
  /// How many bytes may be read at a time; the connection reads 64 KiB at most.
  var streamReadLimit: Int { get }
  /// Bytes arrived. The buffer is shared by all connections: copy what is to be kept.
  func streamDidRead(_ bytes: UnsafeRawBufferPointer)
  /// Bytes are taken again, and everything that was written before is on its way.
  func streamDidDrain()
  /// The peer will send nothing more; it may still read.
  func streamDidReachEnd()
  /// The connection was closed, but not by `close()`. `error` is nil when the peer just went away,
  /// or when everything was sent after `closeWhenDrained()`.
  func streamDidBreak(_ error: LoopError?)
}

extension StreamHandler {
  public var streamReadLimit: Int { .max }
}
