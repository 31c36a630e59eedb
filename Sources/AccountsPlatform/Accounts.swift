package import Domain

/// The users with passwords and the programs with tokens who can log in.
///
/// A name belongs to one of them only, since it is the author of what they write.
package struct Accounts: Equatable, Sendable {
  private var accounts: [String: Account] = [:]

  /// Nobody.
  package init() {}

  /// - Parameter groups: in any order, each once.
  /// - Throws: `AccountError` if that would break a rule.
  package mutating func addUser(
    _ name: String, _ hash: SecretHash, groups: [String] = []
  ) throws(AccountError) {
    try add(User(name: name, groups: groups), hash, groups)
  }

  /// - Parameters:
  ///   - name: the part of the token before its first dot.
  ///   - hash: that of the part after the dot.
  ///   - groups: in any order, each once.
  /// - Throws: `AccountError` if that would break a rule.
  package mutating func addToken(
    _ name: String, _ hash: SecretHash, groups: [String] = []
  ) throws(AccountError) {
    guard !name.utf8.contains(UInt8(ascii: ".")) else { throw .dotInToken }
    try add(User(name: name, groups: groups, token: name), hash, groups)
  }

  private mutating func add(
    _ user: User, _ hash: SecretHash, _ groups: [String]
  ) throws(AccountError) {
    guard Self.isName(user.name) else { throw .notAName }
    if let other = accounts[user.name] {
      throw other.user.token == nil ? .takenByUser : .takenByToken
    }
    for group in groups where !Self.isName(group) { throw .notAGroup }
    for name in [user.name] + groups {
      if let hidden = Limits.hiddenCharacter(in: name) { throw .hiddenCharacter(hidden) }
    }
    if user.groups.count < groups.count { throw .repeatedGroup }
    accounts[user.name] = Account(user: user, hash: hash)
  }

  /// Whether a user, a program or a group can have this name.
  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && Limits.isAuthor(text)
  }

  /// Everyone who can log in, in no particular order.
  package var users: [User] { accounts.values.map(\.user) }

  /// The account with this name, of either kind.
  subscript(name: String) -> Account? { accounts[name] }

  /// The user with this name.
  func user(_ name: String) -> Account? {
    accounts[name].flatMap { $0.user.token == nil ? $0 : nil }
  }

  /// The program with this token.
  func token(_ name: String) -> Account? {
    accounts[name].flatMap { $0.user.token == nil ? nil : $0 }
  }

  /// All accounts in an unspecified order.
  var all: some Collection<Account> { accounts.values }
}

/// A user or a program, with the hash that its secret must have.
struct Account: Equatable, Sendable {
  let user: User
  let hash: SecretHash

  /// Whether this and another account are of the same kind and have the same secret, so that a login
  /// with one is a login with the other.
  func hasSecret(of other: Account?) -> Bool {
    hash == other?.hash && user.token == other?.user.token
  }
}

/// Why an account cannot be added.
package enum AccountError: Error, Equatable {
  /// The name is empty, or cannot be an author.
  case notAName
  /// A name contains this character, which cannot be seen.
  case hiddenCharacter(Unicode.Scalar)
  /// The name of a token ends before its first dot.
  case dotInToken
  case takenByUser
  case takenByToken
  /// A group has an empty name, or one that could not be an author.
  case notAGroup
  case repeatedGroup
}
