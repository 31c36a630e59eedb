/// The tokens that were issued to users, known by their hashes only.
struct IssuedTokens {
  /// How long a token is valid: a working day and its breaks.
  static let lifetime = Duration.seconds(12 * 3600)

  /// For each user, so that nobody uses up the tokens of others: more than a program needs that
  /// logs in every minute.
  static let perUser = 1024

  /// For all users together: some 10 MB.
  static let total = 65_536

  private struct Token {
    let user: String
    let expiry: ContinuousClock.Instant
  }

  private let perUser: Int
  private let total: Int
  /// By their hashes.
  private var tokens: [String: Token] = [:]
  /// The hashes of each user's tokens, oldest first; never empty.
  private var hashes: [String: [String]] = [:]

  init(perUser: Int = perUser, total: Int = total) {
    self.perUser = perUser
    self.total = total
  }

  var count: Int { tokens.count }

  /// Adds a token. Beyond a limit, the oldest one ends.
  mutating func add(_ hash: String, of user: String, at now: ContinuousClock.Instant) {
    removeExpired(at: now)
    if let own = hashes[user], own.count >= perUser { remove(own[0]) }
    if count >= total, let oldest = hashes.values.lazy.map({ $0[0] }).min(by: isOlder) {
      remove(oldest)
    }
    tokens[hash] = Token(user: user, expiry: now + Self.lifetime)
    hashes[user, default: []].append(hash)
  }

  /// The name of the user with a token; nil if there is no such token, or it has expired.
  func user(with hash: String, at now: ContinuousClock.Instant) -> String? {
    tokens[hash].flatMap { $0.expiry > now ? $0.user : nil }
  }

  mutating func remove(_ hash: String) {
    guard let token = tokens.removeValue(forKey: hash) else { return }
    let others = hashes[token.user]?.filter { $0 != hash } ?? []
    hashes[token.user] = others.isEmpty ? nil : others
  }

  /// Removes the tokens of users to whom this applies.
  mutating func removeAll(ofUsersWhere hasEnded: (String) -> Bool) {
    for user in hashes.keys where hasEnded(user) { removeAll(of: user) }
  }

  private mutating func removeAll(of user: String) {
    for hash in hashes.removeValue(forKey: user) ?? [] { tokens[hash] = nil }
  }

  private mutating func removeExpired(at now: ContinuousClock.Instant) {
    for own in hashes.values {
      for hash in own {
        guard let token = tokens[hash], token.expiry <= now else { break }
        remove(hash)
      }
    }
  }

  /// All tokens live equally long.
  private func isOlder(_ left: String, _ right: String) -> Bool {
    guard let left = tokens[left], let right = tokens[right] else { return false }
    return left.expiry < right.expiry
  }
}
