public import BoxWire

extension Subscription {
  /// What happened to the subscription.
  public enum Event: Sendable {
    /// A daemon greeted: the first connection was made, or a lost one was restored.
    case connected(Hello)
    /// Boxes changed or appeared; never empty.
    case changed(BoxValues)
    /// In mode `every`: some revisions could not be reported one by one; only their result was.
    /// Precedes ``synced(revision:)``.
    case missed(Missed)
    /// The mirror is exactly the daemon's state at this revision. Follows each resynchronization.
    case synced(revision: Int)
    /// The connection was lost; the next attempt follows after the pause. Changes in the meantime
    /// are reported after it, or as ``missed(_:)``.
    case lost(Disconnection, pause: Duration)
    /// No connection could be made; the next attempt follows after the pause.
    case unreachable(any Error, pause: Duration)
  }
}
