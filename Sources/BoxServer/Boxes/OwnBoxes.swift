internal import UVLoop

/// Boxes that one subscriber has for itself. They are in no log: only their owner knows their
/// values, and sends the newest of them.
@LoopActor
protocol OwnBoxes: AnyObject {
  /// Takes the values that were assigned in this turn.
  ///
  /// - Returns: whether one of them differs from the value before.
  func takeNewValues() -> Bool
  /// Sends the values that are due. Everything before them has been sent.
  ///
  /// - Parameter revision: that of the lines; not before that of any line sent so far.
  func sendDue(revision: Int)
  /// Makes all values due that the subscriber's patterns match, as a snapshot.
  func startOver()
}
