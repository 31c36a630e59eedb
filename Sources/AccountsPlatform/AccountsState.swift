package import Domain

/// The tokens that were issued, as another process needs them to go on.
package struct AccountsState: Equatable, Sendable {
  /// How tokens are hashed: method, cost and salt as in crypt(5).
  package let setting: String
  /// The hashes of the secrets of all accounts, by name: with another secret, a user's tokens end.
  package let secrets: [String: String]
  /// Each user's oldest first.
  package let families: [Family]

  package init(setting: String, secrets: [String: String], families: [Family]) {
    (self.setting, self.secrets, self.families) = (setting, secrets, families)
  }

  /// Tokens that expire together.
  package struct Family: Equatable, Sendable {
    package let user: String
    /// How much longer they are valid.
    package let rest: Duration
    /// Oldest first.
    package let tokens: [Token]

    package init(user: String, rest: Duration, tokens: [Token]) {
      (self.user, self.rest, self.tokens) = (user, rest, tokens)
    }
  }

  package struct Token: Equatable, Sendable {
    package let hash: String
    /// The hash of the token with which its session has logged in; nil for the first of a family.
    package let parent: String?

    package init(hash: String, parent: String?) {
      (self.hash, self.parent) = (hash, parent)
    }
  }
}

extension AccountsGateway {
  /// What another process needs to go on.
  package var state: AccountsState {
    var secrets: [String: String] = [:]
    for account in (accounts ?? Accounts()).all { secrets[account.user.name] = account.hash.text }
    return AccountsState(
      setting: setting, secrets: secrets, families: issued.families(at: now()))
  }

  /// Goes on with the tokens of another process. To be called before any is issued.
  package func restore(_ state: AccountsState) {
    earlier = state
    setting = state.setting
    let now = now()
    for family in state.families where currentUser(of: family.user, in: state) != nil {
      issued.restore(family, at: now)
    }
  }

  /// The user of a login that another process has handed over, as it is now; nil if it was removed or has
  /// another secret.
  package func restoredUser(named name: String) -> User? {
    earlier.flatMap { currentUser(of: name, in: $0) }
  }

  private func currentUser(of name: String, in state: AccountsState) -> User? {
    accounts?[name].flatMap { $0.hash.text == state.secrets[name] ? $0.user : nil }
  }
}
