package import Domain
package import UVLoop

/// The users who can log in, and the tokens that were issued to them.
///
/// Each attempt costs one hash, whether its name exists or not, and whether its secret can be one. Hashes are computed on libuv's
/// threads, at most ``HashQueue/atOnce`` at a time.
@LoopActor
package final class AccountsGateway: UsersGateway {
  /// Returns the hash of a secret, with the given method, cost and salt.
  typealias Hashing = @Sendable (Secret, String) throws(LoopError) -> String

  /// nil if none are configured.
  private(set) var accounts: Accounts?
  private var users: Decoys
  private var programs: Decoys
  var issued: IssuedTokens
  private let queue = HashQueue()
  private let hashing: Hashing
  let now: @Sendable () -> ContinuousClock.Instant

  /// How issued tokens are hashed. They have 256 random bits, so this need not be slow: it is
  /// SHA-256 with the fewest rounds that crypt(5) allows, in half a millisecond. Because all have
  /// the same salt, a token is found by its hash.
  var setting = "$5$rounds=1000$" + salt()
  /// What another process has handed over; nil if there was none.
  var earlier: AccountsState?

  /// - Parameter accounts: nil if none are configured.
  package convenience init(_ accounts: Accounts?) {
    self.init(accounts, hashing: Crypt.hash)
  }

  /// - Parameter now: a clock that never goes back and counts the time in which the system sleeps.
  init(
    _ accounts: Accounts?, issued: IssuedTokens = IssuedTokens(),
    hashing: @escaping Hashing, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.accounts = accounts
    users = Decoys(accounts, areTokens: false)
    programs = Decoys(accounts, areTokens: true)
    self.issued = issued
    self.hashing = hashing
    self.now = now
  }

  /// Whether a thread computes a hash, which nothing can stop.
  package var isHashing: Bool { queue.running > 0 }

  /// Returns the users in a group, in order of their names.
  package func members(of group: String) -> [String] {
    (accounts?.users ?? []).filter { $0.token == nil && $0.groups.contains(group) }.map(\.name)
      .sorted()
  }

  /// Replaces the accounts.
  ///
  /// Issued tokens stay valid, with the new groups of their users. Those of a user who was removed,
  /// or has a new hash, end at once.
  ///
  /// - Parameter accounts: nil if none are configured any longer.
  /// - Returns: a function that returns a user who was logged in until now as it is from now on; nil
  ///   if it was removed or has a new hash.
  @discardableResult
  package func update(to accounts: Accounts?) -> (User) -> User? {
    let old = self.accounts
    self.accounts = accounts
    users = Decoys(accounts, areTokens: false)
    programs = Decoys(accounts, areTokens: true)
    let current = { (name: String) in
      accounts?[name].flatMap { $0.hasSecret(of: old?[name]) ? $0.user : nil }
    }
    issued.removeAll { name in current(name) == nil }
    return { user in current(user.name) }
  }

  // Methods that a protocol requires do not inherit the actor of their class.

  @LoopActor
  package func user(named name: String, password: String) async throws(LogInError) -> User {
    let accounts = try configured()
    let secret = try? Secret(password.utf8)
    return try await check(secret, accounts.user(name), users.hash(for: name))
  }

  @LoopActor
  package func user(withToken token: String) async throws(LogInError) -> User {
    let accounts = try configured()
    guard let dot = token.utf8.firstIndex(of: UInt8(ascii: ".")) else {
      return try await user(withIssued: token)
    }
    let name = String(token[..<dot])
    let secret = try? Secret(token.utf8[dot...].dropFirst())
    return try await check(secret, accounts.token(name), programs.hash(for: name))
  }

  @LoopActor
  package func issueToken(
    for user: User, from token: String?
  ) async throws(LogInError) -> (user: User, sessionToken: String) {
    guard let account = accounts?[user.name] else { throw .refused }
    var parent: String?
    if let token, !Self.isConfigured(token) { parent = try await hash(ofIssued: token) }
    let new = Self.randomToken()
    let hash = try await hash(ofIssued: new)
    // A reload or a logout may have ended the login in the meantime.
    guard let current = accounts?[user.name], current.hasSecret(of: account),
      issued.add(hash, of: user.name, from: parent, at: now())
    else { throw .refused }
    return (current.user, new)
  }

  @LoopActor
  package func revokeToken(_ token: String, replacedBy new: String?) async {
    guard let old = try? await hash(ofIssued: token) else { return }
    var successor: String?
    if let new { successor = try? await hash(ofIssued: new) }
    issued.remove(old, replacedBy: successor)
  }

  /// Whether a token has the form of those in the file: a name, a dot and a secret.
  private static func isConfigured(_ token: String) -> Bool {
    token.utf8.contains(UInt8(ascii: "."))
  }

  private func configured() throws(LogInError) -> Accounts {
    guard let accounts else {
      throw .unavailable(
        .unavailable(
          reason: "no users are configured; name a file with \"users\" in the configuration"))
    }
    return accounts
  }

  /// - Parameters:
  ///   - secret: nil if the text cannot be one.
  ///   - decoy: the hash to compare with if there is no account.
  private func check(
    _ secret: Secret?, _ account: Account?, _ decoy: SecretHash
  ) async throws(LogInError) -> User {
    let expected = account?.hash ?? decoy
    let isRight = expected.equals(try await hash(secret ?? .standIn, expected.text))
    // It may have been removed or changed in the meantime.
    guard secret != nil, isRight, let account, let current = accounts?[account.user.name],
      current.hash == account.hash
    else { throw .refused }
    return current.user
  }

  private func user(withIssued token: String) async throws(LogInError) -> User {
    let secret = try? Secret(token.utf8)
    let hash = try await hash(secret ?? .standIn, setting)
    guard secret != nil, let name = issued.user(with: hash, at: now()),
      let account = accounts?[name]
    else {
      throw .refused
    }
    return account.user
  }

  private func hash(_ secret: Secret, _ setting: String) async throws(LogInError) -> String {
    let result: Result<String, LoopError>
    do throws(HashQueue.Failure) {
      result = try await queue.run { [hashing] in
        Result { () throws(LoopError) in try hashing(secret, setting) }
      }
    } catch {
      switch error {
      case .full: throw .tooEarly(retryAfter: .seconds(1))
      case .cancelled: throw .unavailable(.unavailable(reason: "the attempt was cancelled"))
      }
    }
    return try result.orUnavailable()
  }

  /// Returns the hash of an issued token, however many attempts wait.
  private func hash(ofIssued token: String) async throws(LogInError) -> String {
    guard let secret = try? Secret(token.utf8) else { throw .refused }
    let result = await queue.runAlways { [hashing, setting] in
      Result { () throws(LoopError) in try hashing(secret, setting) }
    }
    return try result.orUnavailable()
  }

  /// 256 random bits as 64 hexadecimal digits.
  private nonisolated static func randomToken() -> String {
    var system = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(system.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// 64 random bits in the longest salt that the method accepts.
  private nonisolated static func salt() -> String {
    String(randomToken().prefix(16))
  }
}

extension Result where Failure == LoopError {
  fileprivate func orUnavailable() throws(LogInError) -> Success {
    do throws(LoopError) {
      return try get()
    } catch {
      throw .unavailable(.unavailable(reason: error.reason))
    }
  }
}

extension Decoys {
  fileprivate init(_ accounts: Accounts?, areTokens: Bool) {
    self.init((accounts ?? Accounts()).all.filter { ($0.user.token != nil) == areTokens })
  }
}
