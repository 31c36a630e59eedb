public import BoxWire
public import UVLoop

/// Why a connection ended.
public enum Disconnection: Error, Equatable, Sendable {
  /// The daemon closed the connection without a goodbye.
  case ended
  /// The daemon said goodbye.
  case bye(Bye)
  /// A system call on the connection failed.
  case broken(LoopError)
  /// The daemon speaks this version of the protocol, which this package does not.
  case otherVersion(Int)
  /// The first line was not a greeting.
  case noGreeting
  /// No greeting arrived in time.
  case silent
  /// The daemon sent a line that is not JSON.
  case notJSON(JSONError)
  /// The daemon sent a line longer than ``Connection/longestLine``.
  case lineTooLong
  /// This side closed the connection.
  case closed

  /// Whether the daemon ended on purpose, so that a client must not start another one.
  public var isIntended: Bool {
    if case .bye = self { true } else { false }
  }

  /// Whether the daemon has the maximum number of connections, or this connection exceeded a limit
  /// that the daemon has already reported.
  public var isLimit: Bool {
    if case .bye(let bye) = self { bye.reason == Bye.Reason.limit.rawValue } else { false }
  }

  /// The minimum pause before the next attempt that the daemon asks for. It is limited to a minute,
  /// so that a wrong value does not keep the client away forever.
  public var retryAfter: Duration {
    guard case .bye(let bye) = self, let retryAfter = bye.retryAfter else { return .zero }
    return min(max(.zero, retryAfter), .seconds(60))
  }
}

extension Disconnection: CustomStringConvertible {
  public var description: String {
    switch self {
    case .ended: "the daemon closed the connection"
    case .bye(let bye): "the daemon said goodbye (\(bye.reason.excerpt))"
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
