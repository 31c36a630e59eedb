internal import UVLoop

/// Where a subscriber's lines go: the session that it belongs to.
@LoopActor
protocol SubscriberOutput: AnyObject {
  /// Whether everything that was written before is with the kernel.
  var isDrained: Bool { get }
  /// Whether so little waits to be sent that more should be made.
  var wantsMore: Bool { get }
  /// Where lines can be sent directly as long as everything before is with the kernel.
  var lane: PipeLane { get }
  /// Sends as many bytes as the kernel takes at once, and later what is missing up to an end of
  /// line.
  ///
  /// - Parameters:
  ///   - sent: how many of them were sent already, by way of `lane`.
  ///   - end: the offset behind the line that the byte before an offset belongs to.
  /// - Returns: how many bytes were sent or will be: up to an end of line; 0 when the kernel takes
  ///   nothing.
  func offer(_ lines: [UInt8], sent: Int, end: (Int) -> Int) -> Int
  /// Sends the line, before the loop sleeps or later.
  func append(_ line: [UInt8])
}
