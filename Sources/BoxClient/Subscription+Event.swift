public import BoxWire

extension Subscription {
  /// What happened to the subscription.
  public enum Event: Sendable {
    /// A daemon greeted: the first one, or after a lost connection the next one.
    case connected(Hello)
    /// Boxes changed or appeared; never empty.
    case changed(BoxValues)
    /// In mode `every`: revisions could not be reported one by one, only their result. Comes before
    /// ``synced(revision:)``.
    case missed(Missed)
    /// The mirror is exactly the daemon's state at this revision. Comes after each
    /// resynchronization.
    case synced(revision: Int)
    /// The connection was lost; the next attempt follows after the pause. Changes in the meantime
    /// are reported then, or as ``missed(_:)``.
    case lost(Disconnection, pause: Duration)
    /// No connection could be made; the next attempt follows after the pause.
    case unreachable(any Error, pause: Duration)
  }
}
