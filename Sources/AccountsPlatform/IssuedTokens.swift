/// The tokens that were issued to users, known by their hashes only.
///
/// A token belongs to a family: the first one was issued for a secret, each other one to a session
/// that had logged in with one of the family, its parent. A family expires as a whole, so a token cannot
/// be used to stay logged in for longer, and a token that is revoked ends with its descendants.
struct IssuedTokens {
  /// How long a family is valid: a working day and its breaks.
  static let lifetime = Duration.seconds(12 * 3600)

  /// For each user: more than a program needs that logs in every minute. Beyond it, the user's
  /// largest family loses a token, so a session that logs in again and again uses up its own.
  static let perUser = 1024

  /// For all users together: some 10 MB. Beyond it, the user with the most tokens loses one.
  static let total = 65_536

  private struct Token {
    let hash: String
    /// The hash of the token with which its session has logged in; nil for the first of a family.
    var parent: String?
  }

  private struct Family {
    let number: Int
    let expiry: ContinuousClock.Instant
    /// Oldest first; never empty. Only the first one has no parent.
    var tokens: [Token]
  }

  private struct Place {
    let user: String
    /// The number of the family.
    let family: Int
  }

  private let perUser: Int
  private let total: Int
  /// By the hashes of the tokens.
  private var places: [String: Place] = [:]
  /// Those of each user, oldest first; never empty.
  private var families: [String: [Family]] = [:]
  /// The number of each user's tokens.
  private var counts: [String: Int] = [:]
  private var lastFamily = 0

  init(perUser: Int = perUser, total: Int = total) {
    self.perUser = perUser
    self.total = total
  }

  var count: Int { places.count }

  /// Adds a token.
  ///
  /// - Parameter parent: the hash of the token with which the session has logged in; nil after a
  ///   login with a secret.
  /// - Returns: false if the parent is not, or no longer, a valid token of the user.
  mutating func add(
    _ hash: String, of user: String, from parent: String? = nil, at now: ContinuousClock.Instant
  ) -> Bool {
    removeExpired(at: now)
    if let parent {
      guard let place = places[parent], place.user == user, let index = index(of: place) else {
        return false
      }
      families[user]?[index].tokens.append(Token(hash: hash, parent: parent))
      places[hash] = place
    } else {
      lastFamily += 1
      let family = Family(
        number: lastFamily, expiry: now + Self.lifetime, tokens: [Token(hash: hash, parent: nil)])
      families[user, default: []].append(family)
      places[hash] = Place(user: user, family: lastFamily)
    }
    counts[user, default: 0] += 1
    if counts[user, default: 0] > perUser { removeOne(of: user) }
    if count > total, let largest = counts.max(by: hasFewer) { removeOne(of: largest.key) }
    return true
  }

  /// The name of the user with a token; nil if there is no such token, or it has expired.
  func user(with hash: String, at now: ContinuousClock.Instant) -> String? {
    guard let place = places[hash], let index = index(of: place),
      let family = families[place.user]?[index], family.expiry > now
    else { return nil }
    return place.user
  }

  /// Removes a token and its descendants.
  ///
  /// - Parameter new: the hash of a descendant that takes its place, with its own descendants.
  mutating func remove(_ hash: String, replacedBy new: String? = nil) {
    guard let place = places[hash], let index = index(of: place),
      let family = families[place.user]?[index]
    else { return }
    let parent = family.tokens.first { $0.hash == hash }?.parent
    var removed: Set = [hash]
    var kept: [Token] = []
    // A parent is older than its children.
    for token in family.tokens where token.hash != hash {
      let isRemoved = token.parent.map(removed.contains) ?? false
      if isRemoved, token.hash != new {
        removed.insert(token.hash)
      } else {
        kept.append(isRemoved ? Token(hash: token.hash, parent: parent) : token)
      }
    }
    replaceTokens(ofFamilyAt: index, of: place.user, by: kept)
    for hash in removed { places[hash] = nil }
  }

  /// Removes the tokens of users to whom this applies.
  mutating func removeAll(ofUsersWhere hasEnded: (String) -> Bool) {
    for user in Array(families.keys) where hasEnded(user) {
      for family in families[user] ?? [] {
        for token in family.tokens { places[token.hash] = nil }
      }
      families[user] = nil
      counts[user] = nil
    }
  }

  // MARK: Other processes

  /// All tokens that are valid.
  func families(at now: ContinuousClock.Instant) -> [AccountsState.Family] {
    families.flatMap { user, own in
      own.filter { $0.expiry > now }.map { family in
        AccountsState.Family(
          user: user, rest: now.duration(to: family.expiry),
          tokens: family.tokens.map { AccountsState.Token(hash: $0.hash, parent: $0.parent) })
      }
    }
  }

  /// Adds the tokens of another process.
  mutating func restore(_ family: AccountsState.Family, at now: ContinuousClock.Instant) {
    guard !family.tokens.isEmpty else { return }
    lastFamily += 1
    let tokens = family.tokens.map { Token(hash: $0.hash, parent: $0.parent) }
    families[family.user, default: []].append(
      Family(number: lastFamily, expiry: now + min(family.rest, Self.lifetime), tokens: tokens))
    for token in tokens { places[token.hash] = Place(user: family.user, family: lastFamily) }
    counts[family.user, default: 0] += tokens.count
  }

  // MARK: Families

  private func index(of place: Place) -> Int? {
    families[place.user]?.firstIndex { $0.number == place.family }
  }

  private mutating func replaceTokens(ofFamilyAt index: Int, of user: String, by tokens: [Token]) {
    guard let old = families[user]?[index].tokens.count else { return }
    counts[user, default: 0] += tokens.count - old
    if tokens.isEmpty {
      families[user]?.remove(at: index)
    } else {
      families[user]?[index].tokens = tokens
    }
    if families[user]?.isEmpty == true {
      families[user] = nil
      counts[user] = nil
    }
  }

  /// Removes the oldest token but the first from the user's largest family; if all families have one
  /// token, the oldest family.
  private mutating func removeOne(of user: String) {
    guard let own = families[user],
      // The first of equal ones.
      let index = own.indices.max(by: { own[$0].tokens.count < own[$1].tokens.count })
    else { return }
    var tokens = own[index].tokens
    let removed = tokens.remove(at: tokens.count > 1 ? 1 : 0)
    // Its children are not the cause of its end.
    for index in tokens.indices where tokens[index].parent == removed.hash {
      tokens[index].parent = removed.parent
    }
    replaceTokens(ofFamilyAt: index, of: user, by: tokens)
    places[removed.hash] = nil
  }

  /// Whether a user has fewer tokens than another one, or as many that expire later.
  private func hasFewer(
    _ one: (key: String, value: Int), _ other: (key: String, value: Int)
  ) -> Bool {
    guard one.value == other.value, let own = families[one.key]?.first,
      let others = families[other.key]?.first
    else { return one.value < other.value }
    return own.expiry > others.expiry
  }

  private mutating func removeExpired(at now: ContinuousClock.Instant) {
    for (user, own) in families {
      for family in own.prefix(while: { $0.expiry <= now }) {
        for token in family.tokens { places[token.hash] = nil }
        replaceTokens(ofFamilyAt: 0, of: user, by: [])
      }
    }
  }
}
