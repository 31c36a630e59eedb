internal import BoxServer
internal import Glibc
internal import UVLoop

/// User names by user ID, each looked up once.
@LoopActor
final class UserNames {
  private var known: [UInt32: String] = [:]

  /// The caller's user name; the user ID if it has no name; "unknown" if the client disconnected
  /// before the kernel could be asked.
  func name(of caller: Caller) async -> String {
    guard let userID = caller.credentials?.userID else { return "unknown" }
    if let name = known[userID] { return name }
    // Not on the loop: the system may ask a server on the network.
    let name = await BlockingWork.run { Self.lookUp(userID) } ?? String(userID)
    known[userID] = name
    return name
  }

  private nonisolated static func lookUp(_ userID: UInt32) -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    // On common systems, getpwuid_r(3) suggests a buffer of a kilobyte.
    var room = [CChar](repeating: 0, count: 16_384)
    guard getpwuid_r(userID, &entry, &room, room.count, &found) == 0, found != nil else {
      return nil
    }
    return String(cString: entry.pw_name)
  }
}
