internal import BoxServer
internal import Glibc
internal import UVLoop

/// The names of users by their number, each looked up once.
@LoopActor
final class UserNames {
  private var known: [UInt32: String] = [:]

  /// The user name of who called; the number, when it has no name; "unknown" when the client went
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
    // The longest entry that getpwuid_r(3) suggests room for on common systems is a kilobyte.
    var room = [CChar](repeating: 0, count: 16_384)
    guard getpwuid_r(userID, &entry, &room, room.count, &found) == 0, found != nil else {
      return nil
    }
    return String(cString: entry.pw_name)
  }
}
