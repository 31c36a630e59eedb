public import BoxWire

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
