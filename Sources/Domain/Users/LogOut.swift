/// Ends the validity of a session's token. Sessions that have logged in with it stay logged in.
public struct LogOut: Sendable {
  private let gateway: any UsersGateway

  public init(gateway: any UsersGateway) {
    self.gateway = gateway
  }

  /// Does nothing for a token that is not, or no longer, valid.
  public func callAsFunction(_ token: String) async {
    await gateway.revokeToken(token)
  }
}
