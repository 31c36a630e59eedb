internal import CLibuv
internal import Glibc

/// The process at the other end of a Unix domain socket, as the kernel saw it at connect
/// (SO_PEERCRED in unix(7)).
public struct PeerCredentials: Equatable, Sendable {
  /// The ID of the process that connected or, seen from a client, that listens.
  public let processID: Int32
  /// The effective user of that process; `groupID` is its effective group.
  public let userID: UInt32
  public let groupID: UInt32

  /// For transports other than Unix sockets.
  package init(processID: Int32, userID: UInt32, groupID: UInt32) {
    self.processID = processID
    self.userID = userID
    self.groupID = groupID
  }

  /// - Throws: `LoopError` when the descriptor is not a connected Unix socket.
  init(descriptor: Int32) throws(LoopError) {
    // `struct ucred`, which the C library declares only under _GNU_SOURCE.
    var credentials: (pid: pid_t, uid: uid_t, gid: gid_t) = (0, 0, 0)
    var size = socklen_t(MemoryLayout.size(ofValue: credentials))
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else {
      throw LoopError(operation: "peer credentials", code: errno)
    }
    processID = credentials.pid
    userID = credentials.uid
    groupID = credentials.gid
  }

  /// Returns the IDs of all groups of the process, including its effective group (SO_PEERGROUPS,
  /// which Linux has had since 4.13).
  ///
  /// - Throws: `LoopError` when the descriptor is not a connected Unix socket.
  static func groups(descriptor: Int32) throws(LoopError) -> [UInt32] {
    let effective = try PeerCredentials(descriptor: descriptor).groupID
    var groups = [gid_t](repeating: 0, count: 64)
    var size = socklen_t(groups.count * MemoryLayout<gid_t>.stride)
    var code = getsockopt(descriptor, SOL_SOCKET, peerGroups, &groups, &size)
    if code != 0, errno == ERANGE {
      // Now the size is known.
      groups = [gid_t](repeating: 0, count: Int(size) / MemoryLayout<gid_t>.stride)
      code = getsockopt(descriptor, SOL_SOCKET, peerGroups, &groups, &size)
    }
    guard code == 0 else { throw LoopError(operation: "peer groups", code: errno) }
    let found = groups.prefix(Int(size) / MemoryLayout<gid_t>.stride)
    return found.contains(effective) ? Array(found) : [effective] + found
  }

  /// SO_PEERGROUPS of asm-generic/socket.h.
  private static let peerGroups: Int32 = 59
}
