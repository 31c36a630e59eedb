public import Wire

extension Subscription {
  /// What became of the subscription.
  public enum Event {
    /// A daemon greeted.
    case connected(Hello)
    /// Boxes changed, or are there for the first time; never empty.
    case changed(Boxes)
    /// In mode `every`: changes up to a revision could not be told one by one, only what they led
    /// to. Comes before ``synced(revision:)``.
    case missed(Missed)
    /// The mirror is exactly the daemon's state at this revision. Comes after each resynchronising.
    case synced(revision: Int)
    /// The connection was lost; a new one is tried for after the pause, never when that is nil.
    case lost(Loss, pause: Duration?)
    /// No connection could be obtained; it is tried again after the pause, never when that is nil.
    case unreachable(any Error, pause: Duration?)
    /// The daemon does not take the subscription. The last event.
    case refused(RequestError)
  }
}
