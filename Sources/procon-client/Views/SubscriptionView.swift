internal import BoxClient
internal import BoxWire
internal import UVLoop

/// Shows a subscription.
@LoopActor
protocol SubscriptionView: AnyObject {
  /// Whether it says itself that the connection is lost.
  var tellsLoss: Bool { get }

  /// Boxes changed. `mirror` holds them already.
  func change(_ boxes: Boxes, _ mirror: Mirror)
  /// All is as the daemon has it.
  func sync(_ mirror: Mirror)
  /// The connection was lost; `mirror` holds what was known.
  func lose(_ mirror: Mirror)
  /// Nothing will follow.
  func end()
}
