public import BoxWire
public import UVLoop

/// Why a connection ended.
public enum Disconnection: Error, Equatable, Sendable {
  /// The daemon went away without a word.
  case ended
  /// The daemon said goodbye.
  case bye(Bye)
  /// The system broke the connection.
  case broken(LoopError)
  /// The daemon speaks this version of the protocol, which is not ours.
  case otherVersion(Int)
  /// Whoever listens did not begin with a greeting.
  case noGreeting
  /// Whoever listens did not greet in time.
  case silent
  /// The daemon sent what is not JSON.
  case notJSON(JSONError)
  /// The daemon sent a line longer than ``Connection/longestLine``.
  case lineTooLong
  /// This side closed it.
  case closed

  /// Whether the daemon meant to go, so that it is not for a client to start another.
  public var isIntended: Bool {
    if case .bye = self { true } else { false }
  }

  /// Whether the daemon said that it has no room for another connection, or that this one broke a
  /// limit, which it says only after it has answered.
  public var isLimit: Bool {
    if case .bye(let bye) = self { bye.reason == Bye.Reason.limit.rawValue } else { false }
  }

  /// The least pause before the daemon wants to be connected to again, a minute at most: one that
  /// is wrong about it is not lost for good.
  public var retryAfter: Duration {
    guard case .bye(let bye) = self, let retryAfter = bye.retryAfter else { return .zero }
    return min(max(.zero, .milliseconds(retryAfter)), .seconds(60))
  }
}

extension Disconnection: CustomStringConvertible {
  public var description: String {
    switch self {
    case .ended: "the daemon closed the connection"
    case .bye(let bye): "the daemon said goodbye (\(bye.reason))"
    case .broken(let error): "\(error)"
    case .otherVersion(let version):
      "the daemon speaks version \(version) of the protocol, not \(Hello.version)"
    case .noGreeting: "the daemon did not greet"
    case .silent: "the daemon did not greet in time"
    case .notJSON(let error): "the daemon sent a line that is \(error)"
    case .lineTooLong: "the daemon sent a line of more than \(Connection.longestLine) bytes"
    case .closed: "the connection was closed"
    }
  }
}
