internal import UVLoop

/// Where a subscriber's lines go: the writer of its connection.
@LoopActor
protocol SubscriberOutput: AnyObject {
  /// Whether the kernel has taken everything that was written before.
  var isDrained: Bool { get }
  /// Whether so little waits to be sent that more should be made.
  var wantsMore: Bool { get }
  /// Where lines can be sent directly while the kernel has taken everything before; nil when the
  /// transport has no such way.
  var lane: PipeLane? { get }
  /// Sends as many bytes as the kernel takes at once, and later what is missing up to an end of
  /// line.
  ///
  /// - Parameters:
  ///   - sent: how many of them were sent already, by way of `lane`.
  ///   - shared: the same bytes, when several clients are sent them.
  ///   - end: the offset behind the line that the byte before an offset belongs to.
  /// - Returns: how many bytes were sent or will be: up to an end of line; 0 when the kernel takes
  ///   nothing.
  func offer(_ lines: [UInt8], sent: Int, shared: SharedBytes?, end: (Int) -> Int) -> Int
  /// Sends a line, or nothing when the kernel takes none of it.
  ///
  /// - Returns: whether it was sent or will be.
  func offer(pieces: [OutputPiece]) -> Bool
  /// Sends the line, before the loop sleeps or later.
  func append(_ line: [UInt8])
  /// The same for one in pieces.
  func append(_ pieces: [OutputPiece])
}
