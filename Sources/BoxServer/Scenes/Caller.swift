public import UVLoop

/// The client that sent a request.
public struct Caller: Sendable {
  /// What the kernel reports about the client's process; nil if it is already gone.
  public let credentials: PeerCredentials?

  public init(credentials: PeerCredentials?) {
    self.credentials = credentials
  }

  /// The user whose turns its requests take.
  var user: Turns.User { credentials?.userID ?? Turns.daemon }
}
