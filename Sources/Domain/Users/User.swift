/// A person or a program that has logged in.
public struct User: Equatable, Sendable {
  /// Also the author of what the user writes; obeys the rules of authors in `Limits`.
  public let name: String
  /// The names of the groups, sorted, each once.
  public let groups: [String]
  /// The name of the token that stands for a program; nil for a user with a password.
  public let token: String?

  public init(name: String, groups: [String], token: String? = nil) {
    self.name = name
    self.groups = Set(groups).sorted()
    self.token = token
  }
}
