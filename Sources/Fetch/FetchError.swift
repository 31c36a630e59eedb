/// Why a fetch failed.
public enum FetchError: Error, Equatable, Sendable {
  /// The service answered, but not with what was requested.
  case server(ServerFailure)
  /// The service did not answer, or its answer did not arrive.
  case noConnectivity(ConnectivityFailure)
  /// A copy could not be loaded or saved.
  case persistence(PersistenceFailure)
  /// An answer or a copy could not be parsed.
  case parser(ParserFailure)
  /// The task of the caller was cancelled. A fetch throws this instead of `CancellationError`, so
  /// that all its errors have one type.
  case cancelled

  /// Whether the service could answer the same request later: it did not answer at all, or with one
  /// of the status codes 408, 429, 500, 502, 503 and 504. An expired copy may be used instead.
  public var isTemporary: Bool {
    switch self {
    case .noConnectivity: true
    case .server(.status(let code, _)): [408, 429, 500, 502, 503, 504].contains(code)
    case .server(.unusable), .persistence, .parser, .cancelled: false
    }
  }
}

extension FetchError: CustomStringConvertible {
  /// What happened, for people, such as "connection refused". It contains no secret.
  public var description: String {
    switch self {
    case .noConnectivity(.unreachable): "no route"
    case .noConnectivity(.refused): "connection refused"
    case .noConnectivity(.unresolved): "unknown host"
    case .noConnectivity(.timedOut): "no answer in time"
    case .noConnectivity(.interrupted(let reason)), .server(.unusable(let reason)): reason
    case .server(.status(let status, _)): "status \(status)"
    case .persistence(let failure): failure.reason
    case .parser(let failure):
      failure.element == nil ? failure.reason : "an element cannot be used: \(failure.reason)"
    case .cancelled: "cancelled"
    }
  }
}

/// How a service answered instead of sending what was requested.
public enum ServerFailure: Equatable, Sendable {
  /// With a status code other than 2xx.
  ///
  /// - `retryAfter`: how long it asks to wait before the next request; nil if it does not say.
  case status(Int, retryAfter: Duration? = nil)
  /// In a way that cannot be used, for example with an untrusted certificate, too many redirects or
  /// too long a body; or the request cannot be expressed in HTTP. `reason` contains no secret.
  case unusable(reason: String)
}

/// Why no answer arrived.
public enum ConnectivityFailure: Equatable, Sendable {
  /// The service is not reachable; nothing was sent.
  case unreachable
  /// The service's host refused the connection.
  case refused
  /// The host's name could not be resolved.
  case unresolved
  /// A time limit was exceeded.
  case timedOut
  /// The connection ended before the answer was complete. `reason` contains no secret.
  case interrupted(reason: String)
}

/// What a store could not do.
public struct PersistenceFailure: Equatable, Sendable {
  /// What was tried.
  public enum Operation: Equatable, Sendable {
    case load
    case save
  }

  /// What was tried.
  public let operation: Operation
  /// Such as the system's message "Permission denied".
  public let reason: String

  /// - Parameter reason: for people, without a secret.
  public init(_ operation: Operation, reason: String) {
    self.operation = operation
    self.reason = reason
  }
}

/// What could not be parsed.
public struct ParserFailure: Equatable, Sendable {
  /// The index of the element in its sequence, counted from 0; nil if it concerns the whole value.
  public let element: Int?
  /// The description of the error that the mapping threw.
  public let reason: String

  /// - Parameter element: its index, from 0; nil for the whole value.
  public init(element: Int? = nil, reason: String) {
    self.element = element
    self.reason = reason
  }
}
