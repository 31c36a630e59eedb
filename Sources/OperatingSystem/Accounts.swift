internal import Glibc

/// The system's information about the ID of a user or group.
package enum AccountID: Equatable, Sendable {
  case found(UInt32)
  case none
  /// The lookup failed for lack of something, such as a free descriptor or a server. The error is
  /// one of errno(3).
  case unknown(Int32)

  /// Looks a user up. It may block: the system may ask a server on the network.
  package init(ofUser name: String) {
    self = Self.lookUp { room in
      var entry = passwd()
      var found: UnsafeMutablePointer<passwd>?
      let status = getpwnam_r(name, &entry, room.baseAddress!, room.count, &found)
      return (status, found?.pointee.pw_uid)
    }
  }

  /// Looks a group up. It may block: the system may ask a server on the network.
  package init(ofGroup name: String) {
    self = Self.lookUp { room in
      var entry = group()
      var found: UnsafeMutablePointer<group>?
      let status = getgrnam_r(name, &entry, room.baseAddress!, room.count, &found)
      return (status, found?.pointee.gr_gid)
    }
  }

  /// - Parameter ask: asks the system, with room for the whole entry; returns an error of errno(3),
  ///   or 0, and the ID, or nil if there is none.
  private static func lookUp(
    _ ask: (UnsafeMutableBufferPointer<CChar>) -> (Int32, UInt32?)
  ) -> AccountID {
    // The names of a group's members need room too, and there can be many.
    var size = 16 << 10
    while true {
      let (status, id) = withUnsafeTemporaryAllocation(of: CChar.self, capacity: size, ask)
      if status == ERANGE, size < largest {
        size *= 4
        continue
      }
      guard status == 0 else { return .unknown(status) }
      return id.map(AccountID.found) ?? .none
    }
  }

  /// Maximum room for an entry, in bytes: a group with a million members.
  private static let largest = 16 << 20
}

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
