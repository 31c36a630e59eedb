public import BoxWire

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
