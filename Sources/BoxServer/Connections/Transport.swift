public import UVLoop

/// Carries a client's bytes in both directions: a socket, or a replacement by a test or by a bridge
/// to another kind of client.
@LoopActor
public protocol Transport: AnyObject {
  /// Called when something happens; held weakly. Nothing is read while it is nil.
  var handler: (any StreamHandler)? { get set }
  /// Whether the departure of a peer is noticed only when reading resumes; what it sent before is
  /// then read piece by piece.
  var defersEnd: Bool { get set }
  /// The number of bytes that were written here but not yet accepted.
  var unsentBytes: Int { get }
  /// The number of these that are for this client only.
  var ownUnsentBytes: Int { get }
  /// The objects that hold the others.
  var holds: [AnyObject] { get }
  /// The number of bytes accepted, apart from those sent through ``lane``: while this grows, the
  /// peer is reading.
  var takenBytes: Int { get }
  /// Whether everything that was written has been accepted, and nothing waits for that.
  var isDrained: Bool { get }
  /// Whether the peer is gone completely, although what it sent may not have been read yet.
  var isGone: Bool { get }
  /// Whether nothing can be read or written any longer.
  var isClosed: Bool { get }
  /// A direct path for lines that are the same for very many clients, which accesses no object; nil
  /// when there is none. It may be used while the transport is drained.
  var lane: PipeLane? { get }

  /// The peer's credentials; nil when they are no longer known.
  func credentials() -> PeerCredentials?
  /// The IDs of all groups of the peer's process; empty when they are no longer known.
  func groups() -> [UInt32]
  /// Sends all of `bytes`: now what is accepted at once, the rest later.
  ///
  /// - Returns: ``unsentBytes`` afterwards.
  func write(_ bytes: [UInt8]) -> Int
  /// Sends all of several pieces in order, likewise.
  func write(pieces: [OutputPiece]) -> Int
  /// Sends as many of `bytes` as are accepted at once, and later the rest up to the end of what
  /// must not be cut.
  ///
  /// - Parameters:
  ///   - sent: the number of bytes that were already sent through ``lane``.
  ///   - hold: kept while bytes up to the last one wait; nil when they are for this client only.
  ///   - end: returns the offset after the piece that contains the byte before an offset.
  /// - Returns: the offset up to which everything was or will be sent. If that is not the end, the
  ///   handler's `streamDidDrain` says when to continue.
  func offer(_ bytes: [UInt8], sent: Int, hold: AnyObject?, end: (Int) -> Int) -> Int
  /// Sends all of the pieces, in order, or none of them.
  ///
  /// - Returns: false when none was accepted; the handler's `streamDidDrain` says when to try
  ///   again.
  func offer(pieces: [OutputPiece]) -> Bool
  /// Drops what has not been accepted, except the rest of a line that was partly accepted.
  ///
  /// - Returns: the number of bytes left.
  func dropLines() -> Int
  /// Requests a call of the handler's `streamDidDrain` when bytes are next accepted.
  func awaitDrain()
  /// Stops reading until ``resumeReading()``.
  func pauseReading()
  func resumeReading()
  /// Closes once what was written is sent: at once, or later with a call of the handler.
  func closeWhenDrained()
  /// Closes at once and drops what was not sent. The handler is not called.
  func close()
  /// Closes without closing its descriptor, for another process.
  ///
  /// - Returns: the descriptor, which the caller closes, and what was not sent; nil if there is none, or
  ///   the peer has ended the connection.
  func detach() -> (descriptor: Int32, unsent: [UInt8])?
}

extension Transport {
  public func detach() -> (descriptor: Int32, unsent: [UInt8])? { nil }
}

extension PipeConnection: Transport {
  public func credentials() -> PeerCredentials? { try? peerCredentials() }
  public func groups() -> [UInt32] { (try? peerGroups()) ?? [] }
}
