public import UVLoop

/// What carries a client's bytes in both directions: a socket, or what a test or a bridge to another
/// kind of client puts in its place.
@LoopActor
public protocol Transport: AnyObject {
  /// What is called when something happens; held weakly. Nothing is read while it is nil.
  var handler: (any StreamHandler)? { get set }
  /// Whether a peer that is gone is noticed only when reading resumes; what it sent before is then
  /// read piece by piece.
  var defersEnd: Bool { get set }
  /// Bytes that were written here and that have not been taken yet.
  var unsentBytes: Int { get }
  /// Those of them that are for this client only.
  var ownUnsentBytes: Int { get }
  /// What keeps the others of them.
  var holds: [AnyObject] { get }
  /// Bytes that were taken, but for those sent by way of ``lane``: while this grows, the peer reads.
  var takenBytes: Int { get }
  /// Whether everything that was written has been taken, and nothing waits for that.
  var isDrained: Bool { get }
  /// Whether the peer is gone altogether, though what it sent may not be read yet.
  var isGone: Bool { get }
  /// Whether nothing can be read or written any more.
  var isClosed: Bool { get }
  /// A direct way for lines that are the same for very many, which touches no object; nil when
  /// there is none. It may be used while the transport is drained.
  var lane: PipeLane? { get }

  /// Who the peer is; nil when that is not known any more.
  func credentials() -> PeerCredentials?
  /// Sends all of `bytes`: now what is taken at once, the rest later.
  ///
  /// - Returns: ``unsentBytes`` afterwards.
  func write(_ bytes: [UInt8]) -> Int
  /// The same for pieces, one behind the other.
  func write(pieces: [OutputPiece]) -> Int
  /// Sends as many of `bytes` as are taken at once, and later what is missing up to the end of what
  /// must not be cut.
  ///
  /// - Parameters:
  ///   - sent: how many of them were sent already, by way of ``lane``.
  ///   - hold: kept while bytes up to the last wait; nil when they are for this client only.
  ///   - end: the offset behind the piece that the byte before an offset belongs to.
  /// - Returns: the offset up to which all was sent or will be. When that is not all of them, the
  ///   handler's `streamDidDrain` says when to go on.
  func offer(_ bytes: [UInt8], sent: Int, hold: AnyObject?, end: (Int) -> Int) -> Int
  /// Sends all of the pieces, one behind the other, or none of them.
  ///
  /// - Returns: false when none was taken; the handler's `streamDidDrain` says when to try again.
  func offer(pieces: [OutputPiece]) -> Bool
  /// Drops what has not been taken, except the rest of a line that was partly taken.
  ///
  /// - Returns: how many bytes are left.
  func dropLines() -> Int
  /// Makes the handler's `streamDidDrain` be called when bytes are next taken.
  func awaitDrain()
  /// Reads nothing until ``resumeReading()``.
  func pauseReading()
  func resumeReading()
  /// Closes once what was written is sent: at once, or later, and then the handler is called.
  func closeWhenDrained()
  /// Closes at once; what was not sent is dropped. The handler is not called.
  func close()
}

extension PipeConnection: Transport {
  public func credentials() -> PeerCredentials? { try? peerCredentials() }
}
