/// Ends the validity of a session's token, and of the tokens of sessions that have logged in with it.
/// Those sessions stay logged in.
public struct LogOut: Sendable {
  private let gateway: any UsersGateway

  public init(gateway: any UsersGateway) {
    self.gateway = gateway
  }

  /// Does nothing for a token that is not, or no longer, valid.
  ///
  /// - Parameter new: the session's next token. It stays valid even if the session has logged in with
  ///   the old one.
  public func callAsFunction(_ token: String, replacedBy new: String? = nil) async {
    await gateway.revokeToken(token, replacedBy: new)
  }
}
