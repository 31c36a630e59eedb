/// What a connection tells the object that serves it.
@LoopActor
public protocol PipeConnectionHandler: AnyObject {
  /// Bytes arrived. The buffer is shared by all connections: copy what is to be kept.
  func connection(_ connection: PipeConnection, didRead bytes: UnsafeRawBufferPointer)
  /// The kernel takes bytes again, and everything that was written before is on its way.
  func connectionDidDrain(_ connection: PipeConnection)
  /// The peer will send nothing more; it may still read.
  func connectionDidReachEnd(_ connection: PipeConnection)
  /// The connection was closed, but not by `close()`. `error` is nil when the peer just went away,
  /// or when everything was sent after `closeWhenDrained()`.
  func connectionDidBreak(_ connection: PipeConnection, error: LoopError?)
}
