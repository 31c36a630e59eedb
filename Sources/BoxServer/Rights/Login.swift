/// Who a client has logged in as, instead of the user that the kernel reports.
public final class Login: Sendable {
  /// The user's name; also the author of what the client writes.
  public let name: String
  /// The names of the user's groups.
  public let groups: [String]
  /// The name of the token that stands for a program; nil for a user with a password.
  public let token: String?

  public init(name: String, groups: [String], token: String? = nil) {
    self.name = name
    self.groups = groups
    self.token = token
  }
}
