public import BoxWire

/// Why a call to a daemon failed.
public enum DaemonError: Error, Equatable, Sendable {
  /// The daemon answered with an error, or would have.
  case refused(RequestError)
  /// There is no connection, and none could be made in time. The call was not carried out.
  case unreachable(ConnectError)
  /// The connection was lost before the answer came. Whether the call was carried out is unknown.
  case lost(Disconnection)
  /// The answer is not what was expected.
  case unexpected(JSONText)
  /// The task was cancelled. Whether the call was, or will be, carried out is unknown.
  case cancelled

  init(_ error: CallError) {
    self =
      switch error {
      case .refused(let error): .refused(error)
      case .lost(let disconnection): .lost(disconnection)
      case .cancelled: .cancelled
      }
  }
}

extension DaemonError: CustomStringConvertible {
  /// A sentence for people.
  public var description: String {
    switch self {
    case .refused(let error): error.message
    case .unreachable(let error): "\(error)"
    case .lost(let disconnection):
      "the connection was lost before the answer came: \(disconnection)"
    case .unexpected(let answer):
      "the daemon's answer is not what was expected: \(answer.description.excerpt)"
    case .cancelled: "the call was cancelled"
    }
  }
}

/// Why a call has no result.
public enum CallError: Error, Equatable, Sendable {
  /// The daemon answered with an error, or would have: a request that exceeds the protocol's limit
  /// is not sent.
  case refused(RequestError)
  /// The connection was lost before the answer came. Whether the call was carried out is unknown.
  case lost(Disconnection)
  /// The task was cancelled. Whether the call was, or will be, carried out is unknown.
  case cancelled
}
