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
}
