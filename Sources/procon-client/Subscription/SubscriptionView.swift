internal import BoxClient
internal import BoxWire
internal import UVLoop

/// Shows a subscription to the user.
@LoopActor
protocol SubscriptionView: AnyObject {
  /// Whether the view itself shows that the connection is lost; otherwise this is reported on
  /// standard error.
  var showsConnectionLoss: Bool { get }

  /// A daemon sent its greeting.
  func greet(_ hello: Hello)
  /// Boxes changed. `mirror` contains the change.
  func change(_ boxes: BoxValues, _ mirror: Mirror)
  /// `mirror` is complete and up to date.
  func sync(_ mirror: Mirror)
  /// The connection was lost. `mirror` contains the last known values.
  func lose(_ mirror: Mirror)
  /// The subscription ended; no other call follows.
  func end()
}

extension SubscriptionView {
  /// Most views do not show the greeting.
  func greet(_ hello: Hello) {}
}
