import BoxServer
import OperatingSystem
import UVLoop

@testable import procond

/// Rules with the names of a system that has the user ada (1001) and the group staff (50).
func rules(_ array: String) throws -> PolicyRules {
  let rules = try PolicyText(Array(#"{"rules":[\#(array)]}"#.utf8)).rules
  return PolicyRules(rules, ids: try PolicyNames(in: rules, .fake, sockets: [], logins: []).ids)
}

/// A rule that allows some to read one box.
func rule(_ who: String, at: String = "a") -> String {
  #"{"who":["\#(who)"],"may":["read"],"at":["\#(at)"]}"#
}

extension AccountLookup {
  /// A system with the user ada (1001) and the group staff (50), where the names "lost" cannot be
  /// looked up.
  static let fake = AccountLookup(
    user: { ["ada": .found(1001), "lost": .unknown(5)][$0] ?? .none },
    group: { ["staff": .found(50), "lost": .unknown(5)][$0] ?? .none })
}

extension Caller {
  /// A process of a user.
  static func user(_ user: UInt32, group: UInt32 = 9999, socket: String? = nil) -> Caller {
    Caller(
      credentials: PeerCredentials(processID: 1, userID: user, groupID: group), socket: socket)
  }

  /// The caller after a login.
  func loggedIn(_ name: String, _ groups: [String] = [], token: String? = nil) -> Caller {
    Caller(
      credentials: credentials, socket: socket,
      login: Login(name: name, groups: groups, token: token))
  }
}
