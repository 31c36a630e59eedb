internal import Glibc

/// The system's information about the name of a user.
package enum UserName: Sendable {
  case found(String)
  case none
  /// The lookup failed for lack of something, such as a free descriptor or a server.
  case unknown

  /// Looks a user up. It may block: the system may ask a server on the network.
  package init(of userID: UInt32) {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    // On common systems, getpwuid_r(3) suggests a buffer of a kilobyte.
    var room = [CChar](repeating: 0, count: 16_384)
    guard getpwuid_r(userID, &entry, &room, room.count, &found) == 0 else {
      self = .unknown
      return
    }
    self = found == nil ? .none : .found(String(cString: entry.pw_name))
  }
}
