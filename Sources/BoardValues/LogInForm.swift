/// The login as clients show it, without the password. Its initial state is empty.
public struct LogInForm: Equatable, Sendable, Codable {
  /// The name that was typed; after a login, that of the user.
  public var name: String
  /// Whether the name is not blank, and no attempt is in progress.
  public var isLoginButtonEnabled: Bool
  /// `red` after an attempt that was refused, until the name is changed or another attempt begins.
  public var emailFieldBorderColor: BorderColor
  /// Why the last attempt failed, or why the login has ended; nil for neither.
  public var message: String?
  /// Whether an attempt is in progress.
  public var isLoggingIn: Bool

  public enum BorderColor: String, CaseIterable, Sendable, Codable {
    case normal, red
  }

  public enum CodingKeys: CodingKey {
    case name, isLoginButtonEnabled, emailFieldBorderColor, message, isLoggingIn
  }

  public init(
    name: String = "", isLoginButtonEnabled: Bool = false,
    emailFieldBorderColor: BorderColor = .normal, message: String? = nil, isLoggingIn: Bool = false
  ) {
    (self.name, self.isLoginButtonEnabled) = (name, isLoginButtonEnabled)
    self.emailFieldBorderColor = emailFieldBorderColor
    (self.message, self.isLoggingIn) = (message, isLoggingIn)
  }

  /// Encodes `message` as null when it is nil, so that all members are always present.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(isLoginButtonEnabled, forKey: .isLoginButtonEnabled)
    try container.encode(emailFieldBorderColor, forKey: .emailFieldBorderColor)
    try container.encode(message, forKey: .message)
    try container.encode(isLoggingIn, forKey: .isLoggingIn)
  }
}
