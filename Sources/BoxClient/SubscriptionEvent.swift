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

extension Subscription {
  /// Revisions that were not reported one by one.
  public struct Missed: Equatable, Sendable {
    /// The last revision before them.
    public let after: Int
    /// The last of them; nil when it belongs to another epoch than `after`, so that their number is
    /// unknown.
    public let upTo: Int?

    public init(after: Int, upTo: Int?) {
      self.after = after
      self.upTo = upTo
    }
  }
}

/// Why a subscription ended.
public enum SubscriptionError: Error, Sendable {
  /// The daemon refused it.
  case refused(RequestError)
  /// The connection was lost, and the attempts to restore it are used up.
  case lost(Disconnection)
  /// No connection could be made, and the attempts are used up. The error is the one that the
  /// connector threw: a ``ConnectError`` if a ``Daemon`` made the subscription.
  case unreachable(any Error)
}

extension SubscriptionError: CustomStringConvertible {
  /// A sentence for people.
  public var description: String {
    switch self {
    case .refused(let error): "the daemon does not take the subscription: \(error.message)"
    case .lost(let disconnection): "\(disconnection)"
    case .unreachable(let error): "\(error)"
    }
  }
}
