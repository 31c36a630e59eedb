internal import BoxWire
internal import Glibc
internal import OperatingSystem

/// What the system knows about the names in a policy.
struct PolicyNames {
  /// The user or group by ID for each by name that exists.
  private(set) var ids: [Principal: Principal] = [:]
  /// For each name that does not exist, its first place and what follows from that; at most
  /// ``mostUnknown``, and then how many others there are.
  private(set) var unknown: [ConfigurationError] = []
  /// For each user of the system whose name is also a login, its first place and what follows from
  /// that; at most ``mostUnknown``.
  private(set) var ambiguous: [ConfigurationError] = []

  /// Maximum number of names to report: more hide what else is in the log.
  static let mostUnknown = 20

  /// Looks up all users and groups that the rules name. It may block.
  ///
  /// - Parameters:
  ///   - sockets: the names of the inherited sockets.
  ///   - logins: the users and groups that can log in; they need not exist in the system.
  /// - Throws: `ConfigurationError` if the system cannot answer.
  init(
    in rules: [PolicyRule], _ lookup: AccountLookup, sockets: [String], logins: Set<Principal>
  ) throws(ConfigurationError) {
    var seen: Set<Principal> = []
    var missing = 0
    for entry in rules.flatMap(\.who) where seen.insert(entry.principal).inserted {
      let consequence = try check(entry, lookup, sockets)
      guard !logins.contains(entry.principal) else {
        warnIfAmbiguous(entry)
        continue
      }
      guard let consequence else { continue }
      missing += 1
      guard missing <= Self.mostUnknown else { continue }
      unknown.append(ConfigurationError(line: entry.source.line, message: consequence))
    }
    if missing > Self.mostUnknown {
      unknown.append(
        ConfigurationError(
          line: nil,
          message: "\(missing - Self.mostUnknown) other users, groups and sockets do not exist"))
    }
  }

  /// A login with the name of a user of the system, such as root, may do what that user may.
  private mutating func warnIfAmbiguous(_ entry: PolicyRule.Entry) {
    guard case .user(.name(let name)) = entry.principal,
      case .user(.id(let id)) = ids[entry.principal], ambiguous.count < Self.mostUnknown
    else { return }
    ambiguous.append(
      ConfigurationError(
        line: entry.source.line,
        message: "user:\(name) matches the user of the system and clients that log in as \(name);"
          + " rename the login, or use user:\(id) if only the user of the system is meant"))
  }

  /// - Returns: what follows if the name does not exist; nil if it does, or is not one of the
  ///   system's.
  private mutating func check(
    _ entry: PolicyRule.Entry, _ lookup: AccountLookup, _ sockets: [String]
  ) throws(ConfigurationError) -> String? {
    switch entry.principal {
    case .user(.name(let name)):
      guard let id = try entry.id(lookup.user(name)) else {
        return "there is no user \(name); this matches only clients that log in as \(name)"
      }
      ids[entry.principal] = .user(.id(id))
    case .group(.name(let name)):
      guard let id = try entry.id(lookup.group(name)) else {
        return "there is no group \(name); this matches only clients that log in as its members"
      }
      ids[entry.principal] = .group(.id(id))
    case .socket(let name) where !sockets.contains(name):
      return "the daemon has inherited no socket named \(name); this matches no clients"
    case .anyone, .token, .socket, .user(.id), .group(.id): break
    }
    return nil
  }
}

extension PolicyRule.Entry {
  /// nil if there is no such account.
  fileprivate func id(_ answer: AccountID) throws(ConfigurationError) -> UInt32? {
    switch answer {
    case .found(let id): return id
    case .none: return nil
    case .unknown(let code):
      throw ConfigurationError(
        line: source.line,
        message: "\(source.text.shown) cannot be looked up: \(String(cString: strerror(code)))")
    }
  }
}

/// Looks up the IDs of users and groups by name. It may block.
struct AccountLookup: Sendable {
  let user: @Sendable (String) -> AccountID
  let group: @Sendable (String) -> AccountID

  /// The system's users and groups.
  static let system = AccountLookup(
    user: { AccountID(ofUser: $0) }, group: { AccountID(ofGroup: $0) })
}
