public import BoxWire

/// Why a subscription came to an end.
public enum SubscriptionError: Error, Sendable {
  /// The daemon does not take it.
  case refused(RequestError)
  /// The connection was lost, and there are no more pauses after which it would be tried anew.
  case lost(Disconnection)
  /// No connection could be obtained, and there are no more pauses. It is what the connector threw:
  /// ``ConnectError`` where a ``Daemon`` made the subscription.
  case unreachable(any Error)
}

extension SubscriptionError: CustomStringConvertible {
  /// A sentence for a person.
  public var description: String {
    switch self {
    case .refused(let error): "the daemon does not take the subscription: \(error.message)"
    case .lost(let loss): "\(loss)"
    case .unreachable(let error): "\(error)"
    }
  }
}
