internal import AccountsPlatform
internal import BoxWire
internal import Domain
internal import OperatingSystem

/// The file of users and tokens, which the key `users` of the configuration names:
///
///     {
///       "users": {"ada": {"password": "$y$…", "groups": ["staff"]}},
///       "tokens": {"sensor": {"hash": "$y$…", "groups": []}}
///     }
///
/// Errors show line and place, but nothing that may be a secret: no values, since an administrator
/// may have written a secret where its hash should be, no unknown keys, and of a name only what is
/// before its first dot, since after it there may be the secret of a token.
enum AccountsFile {
  /// Maximum size in bytes: some 7,000 entries.
  static let longest = 1 << 20

  /// Reads the file.
  ///
  /// - Throws: `StartError` if it cannot be read, if others than root and the daemon's user could
  ///   change it, or others than its owner and group may read it, and for a mistake, with its line.
  static func read(_ path: String) throws(StartError) -> Accounts {
    let file = try ConfigurationFile(path, longest: longest, protection: .secrecy)
    return try file.parse { text throws(ConfigurationError) in try Accounts(parsing: text) }
  }
}

extension Accounts {
  /// Computes a hash for each combination of method and cost, to find out whether the system can.
  ///
  /// - Throws: `ConfigurationError` for text that is not JSON, for an entry that breaks a rule, and
  ///   for a hash that the system cannot compute.
  init(parsing text: [UInt8]) throws(ConfigurationError) {
    self.init()
    var trials = HashTrials()
    let kinds = try JSONSource.members(of: text, known: ["users", "tokens"], showsKeys: false)
    for kind in kinds {
      guard let entries = kind.value.members else { throw kind.entryMustBe("an object of names") }
      try entries.checkUniqueness(showsKeys: false)
      for entry in entries {
        let key = kind.name == "users" ? "password" : "hash"
        let (hash, groups) = try entry.account(key, &trials)
        do throws(AccountError) {
          switch kind.name {
          case "users": try addUser(entry.name, hash, groups: groups)
          default: try addToken(entry.name, hash, groups: groups)
          }
        } catch {
          throw ConfigurationError(
            line: entry.line, message: error.sentence(about: entry.shownName))
        }
      }
    }
  }
}

extension JSONSource.Member {
  /// Reads an entry, in which `key` is the hash.
  fileprivate func account(
    _ key: String, _ trials: inout HashTrials
  ) throws(ConfigurationError) -> (SecretHash, groups: [String]) {
    guard let members = value.members else {
      throw entryMustBe("{\"\(key)\": a hash, \"groups\": a list of names}")
    }
    try members.checkNames([key, "groups"], showsKeys: false)
    guard let hash = members.first(where: { $0.name == key }) else {
      throw ConfigurationError(line: line, message: "\(shownName) has no \(key)")
    }
    let groups = try members.first { $0.name == "groups" }?.names()
    return (try hash.hash(of: shownName, &trials), groups ?? [])
  }

  private func names() throws(ConfigurationError) -> [String] {
    let names = value.elements?.map(\.text.string)
    guard let names, !names.contains(nil) else { throw entryMustBe("a list of names") }
    return names.compactMap(\.self)
  }

  private func hash(
    of owner: String, _ trials: inout HashTrials
  ) throws(ConfigurationError) -> SecretHash {
    let reason: String
    do throws(SecretHashError) {
      let hash = try SecretHash(value.text.string ?? "")
      try trials.check(hash)
      return hash
    } catch {
      reason =
        switch error {
        case .malformed: "is not a hash as in crypt(5)"
        case .weakMethod: "is a hash by a method that is too weak, or unknown to this system"
        case .tooCostly: "is a hash that takes too much time or memory"
        case .notComputable: "is a hash that this system cannot compute"
        }
    }
    throw ConfigurationError(
      line: line,
      message: "\(name) of \(owner) \(reason); make one with: procond --hash-secret")
  }

  /// The error for an entry that is not as it should be.
  fileprivate func entryMustBe(_ allowed: String) -> ConfigurationError {
    ConfigurationError(line: line, message: "\(shownName) must be \(allowed)")
  }

  /// The name as an error may show it: without what follows the first dot, such as `"sensor…"`.
  fileprivate var shownName: String {
    let start = name.prefix { $0 != "." }
    return start.count < name.count ? "\(JSONText("\(start)…"))" : "\(JSONText(name))"
  }
}

extension AccountError {
  /// - Parameter name: the name as an error may show it.
  fileprivate func sentence(about name: String) -> String {
    let rule =
      "a name has 1 to 100 characters, no space at its ends and no control characters"
    switch self {
    case .notAName: return "\(name) cannot log in: \(rule)"
    case .hiddenCharacter(let scalar):
      return
        "the name of \(name), or of its groups, contains \(scalar.codePoint), which cannot be seen"
    case .notAGroup: return "a group of \(name) has no valid name: \(rule)"
    case .repeatedGroup: return "\(name) is in the same group twice"
    case .takenByUser: return "\(name) is already the name of a user"
    case .takenByToken: return "\(name) is already the name of a token"
    case .dotInToken: return "the name of a token ends before the dot"
    }
  }
}
