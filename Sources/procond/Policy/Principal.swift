internal import AccountsPlatform
internal import BoxServer
internal import Domain
internal import UVLoop

/// Something about a caller that a rule can name, or everyone. Each caller has several.
enum Principal: Hashable, Sendable {
  case anyone
  case user(Account)
  case group(Account)
  /// The name of the token with which the caller has logged in.
  case token(String)
  /// The name of the inherited socket to which the caller has connected.
  case socket(String)

  /// A user or a group.
  enum Account: Hashable, Sendable {
    /// By name, for callers that have logged in.
    case name(String)
    /// By ID, for callers that the kernel knows.
    case id(UInt32)
  }

  /// How a rule writes them, for an error message.
  static let forms = "user:NAME, group:NAME, token:NAME, socket:NAME or anyone"

  /// Reads one as a rule writes it. A user or a group of digits only is an ID.
  ///
  /// - Returns: nil unless it is one of ``forms``, with a name that can exist.
  init?(_ text: String) {
    if text == "anyone" {
      self = .anyone
      return
    }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, Self.isName(parts[1]) else { return nil }
    let name = String(parts[1])
    switch parts[0] {
    case "user":
      guard let account = Account(name) else { return nil }
      self = .user(account)
    case "group":
      guard let account = Account(name) else { return nil }
      self = .group(account)
    case "token": self = .token(name)
    case "socket": self = .socket(name)
    default: return nil
    }
  }

  private static func isName(_ text: Substring) -> Bool {
    guard let first = text.first, let last = text.last else { return false }
    return !first.isWhitespace && !last.isWhitespace
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}

extension Principal.Account {
  /// nil for a number that is not an ID: too large, or with zeros in front.
  fileprivate init?(_ text: String) {
    guard text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else {
      self = .name(text)
      return
    }
    // The largest number means "no ID" in system calls.
    guard let id = UInt32(text), id != .max, String(id) == text else { return nil }
    self = .id(id)
  }
}

extension Principal {
  /// What rules can name about users who can log in.
  static func all(of accounts: Accounts) -> Set<Principal> {
    Set(
      accounts.users.flatMap { user in
        [.user(.name(user.name))] + user.groups.map { .group(.name($0)) }
      })
  }

  /// Everything that a rule can name about a caller, in no particular order.
  ///
  /// A login replaces what the kernel reports about user and groups, but not the socket.
  ///
  /// - Parameter groups: the IDs of all groups of the caller's process, without effect after a login.
  static func all(of caller: Caller, groups: [UInt32]) -> [Principal] {
    var all: [Principal] = [.anyone]
    if let socket = caller.socket { all.append(.socket(socket)) }
    if let login = caller.login {
      all.append(.user(.name(login.name)))
      all += login.groups.map { .group(.name($0)) }
      if let token = login.token { all.append(.token(token)) }
    } else if let credentials = caller.credentials {
      all.append(.user(.id(credentials.userID)))
      all += (groups + [credentials.groupID]).map { .group(.id($0)) }
    }
    return all
  }
}
