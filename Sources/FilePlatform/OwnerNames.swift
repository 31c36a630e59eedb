internal import Glibc

/// User names by user ID; each is looked up once.
struct OwnerNames {
  private var known: [uid_t: String] = [:]

  /// The user's name, else the user ID. It may block.
  mutating func name(of user: uid_t) -> String {
    if let name = known[user] { return name }
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    // On common systems, getpwuid_r(3) suggests a buffer of a kilobyte.
    var room = [CChar](repeating: 0, count: 16_384)
    let status = getpwuid_r(user, &entry, &room, room.count, &found)
    let name = status == 0 && found != nil ? String(cString: entry.pw_name) : String(user)
    known[user] = name
    return name
  }
}
