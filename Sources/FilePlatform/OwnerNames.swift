internal import Glibc
internal import OperatingSystem

/// User names by user ID; each is looked up until the system has answered once.
struct OwnerNames {
  private var known: [uid_t: String] = [:]

  /// Returns the user's name, or else the user ID. It may block.
  mutating func name(of user: uid_t) -> String {
    if let name = known[user] { return name }
    switch UserName(of: user) {
    case .found(let name): known[user] = name
    case .none: known[user] = String(user)
    case .unknown: break
    }
    return known[user] ?? String(user)
  }
}
