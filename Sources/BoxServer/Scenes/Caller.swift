public import UVLoop

/// The client that sent a request.
public struct Caller: Sendable {
  /// What the kernel says of the client's process; nil when it is gone already.
  public let credentials: PeerCredentials?

  public init(credentials: PeerCredentials?) {
    self.credentials = credentials
  }

  /// Whose turns its requests take.
  var user: Turns.User { credentials?.userID ?? Turns.daemon }
}
