internal import BoxServer
internal import Glibc
internal import UVLoop

/// User names by user ID. Each is looked up until the system has answered once.
@LoopActor
final class UserNames {
  private var known: [UInt32: String] = [:]

  /// The caller's user name; the user ID if it has no name or the system could not answer; "unknown"
  /// if the client disconnected before the kernel could be asked.
  func name(of caller: Caller) async -> String {
    guard let userID = caller.credentials?.userID else { return "unknown" }
    if let name = known[userID] { return name }
    // Not on the loop: the system may ask a server on the network.
    switch await BlockingWork.run({ Self.lookUp(userID) }) {
    case .found(let name): known[userID] = name
    case .noName: known[userID] = String(userID)
    case .noAnswer: break
    }
    return known[userID] ?? String(userID)
  }

  private enum Answer {
    case found(String)
    case noName
    /// Something is missing, such as a free descriptor or a server.
    case noAnswer
  }

  private nonisolated static func lookUp(_ userID: UInt32) -> Answer {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    // On common systems, getpwuid_r(3) suggests a buffer of a kilobyte.
    var room = [CChar](repeating: 0, count: 16_384)
    guard getpwuid_r(userID, &entry, &room, room.count, &found) == 0 else { return .noAnswer }
    return found == nil ? .noName : .found(String(cString: entry.pw_name))
  }
}
