internal import UVLoop

/// The owner of connections: flushes each before the loop sleeps, and drops those that have ended.
@LoopActor
protocol ConnectionHost: AnyObject {
  /// A client that reads nothing of what waits for it for this long, or at most twice as long, is
  /// sent `bye` with reason `slow` and closed; nil: never.
  var clientTimeout: Duration? { get }
  /// Memory that its connections share.
  var spare: SpareBuffer { get }
  /// Requests a flush of the connection before the loop sleeps.
  func willFlush(_ connection: ClientConnection)
  /// Called when the connection counts to another user than before.
  func moved(_ connection: ClientConnection, from user: Turns.User)
  /// Called when the connection is closed.
  func end(_ connection: ClientConnection)
  /// Called when the connection holds more memory than before.
  func holdsMore(_ connection: ClientConnection)
}
