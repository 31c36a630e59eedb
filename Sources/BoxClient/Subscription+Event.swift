public import BoxWire

extension Subscription {
  /// What became of the subscription.
  public enum Event: Sendable {
    /// A daemon greeted: the first one, or one with which the subscription goes on.
    case connected(Hello)
    /// Boxes changed, or are there for the first time; never empty.
    case changed(Boxes)
    /// In mode `every`: changes up to a revision could not be told one by one, only what they led
    /// to. Comes before ``synced(revision:)``.
    case missed(Missed)
    /// The mirror is exactly the daemon's state at this revision. Comes after each resynchronising.
    case synced(revision: Int)
    /// The connection was lost; a new one is tried for after the pause. What is missed meanwhile is
    /// told then, or said to be ``missed(_:)``.
    case lost(Disconnection, pause: Duration)
    /// No connection could be obtained; it is tried again after the pause.
    case unreachable(any Error, pause: Duration)
  }
}
