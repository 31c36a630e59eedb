public import BoxWire

/// Why a daemon did not do what it was asked to.
public enum DaemonError: Error, Equatable, Sendable {
  /// The daemon answered with an error, or would have.
  case refused(RequestError)
  /// There is no connection, and none could be obtained in time. Nothing was carried out.
  case unreachable(ConnectError)
  /// The connection was lost before the answer came. Whether it was carried out is unknown.
  case lost(Disconnection)
  /// The answer is not what was expected.
  case unexpected(JSONText)
  /// The task was cancelled. Whether it was, or will be, carried out is unknown.
  case cancelled

  init(_ error: CallError) {
    self =
      switch error {
      case .refused(let error): .refused(error)
      case .lost(let loss): .lost(loss)
      case .cancelled: .cancelled
      }
  }
}

extension DaemonError: CustomStringConvertible {
  /// A sentence for a person.
  public var description: String {
    switch self {
    case .refused(let error): error.message
    case .unreachable(let error): "\(error)"
    case .lost(let loss): "the connection was lost before the answer came: \(loss)"
    case .unexpected(let answer): "the daemon's answer is not what was expected: \(answer)"
    case .cancelled: "the call was cancelled"
    }
  }
}
