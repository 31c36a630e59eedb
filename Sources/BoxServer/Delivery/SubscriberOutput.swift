internal import UVLoop

/// Where a subscriber's lines go: its connection.
@LoopActor
protocol SubscriberOutput: AnyObject {
  /// Whether nothing more is sent.
  var hasEnded: Bool { get }
  /// Whether nothing is carried out any longer, except a batch to its end.
  var isClosed: Bool { get }
  /// Whether the kernel has accepted everything that was written before.
  var isDrained: Bool { get }
  /// Whether so few bytes wait to be sent that more should be made.
  var wantsMore: Bool { get }
  /// The direct path for lines while the kernel has accepted everything before; nil if the
  /// transport has none.
  var lane: PipeLane? { get }
  /// Requests a call before the loop sleeps, to send what is due. Until then nothing may be sent that
  /// bypasses this output.
  func requestFlush()
  /// Sends as many bytes as the kernel accepts at once, and later the rest up to an end of line.
  ///
  /// - Parameters:
  ///   - sent: the number of bytes that were already sent through `lane`.
  ///   - shared: the same bytes, if they are sent to several clients.
  ///   - end: returns the offset after the line that contains the byte before an offset.
  /// - Returns: the number of bytes that were or will be sent, up to an end of line; 0 if the
  ///   kernel accepts nothing.
  func offer(_ lines: [UInt8], sent: Int, shared: SharedBytes?, end: (Int) -> Int) -> Int
  /// Sends a line, or nothing if the kernel accepts none of it.
  ///
  /// - Returns: whether it was or will be sent.
  func offer(pieces: [OutputPiece]) -> Bool
  /// Sends the line, before the loop sleeps or later.
  func append(_ line: [UInt8])
  /// Sends a line in pieces, before the loop sleeps or later.
  func append(_ pieces: [OutputPiece])
}
