internal import BoxServer
internal import OperatingSystem
internal import UVLoop

/// User names by user ID. Each is looked up until the system has answered once.
@LoopActor
final class UserNames {
  private var known: [UInt32: String] = [:]

  /// Returns the name with which the caller has logged in; else its user name, or the user ID if it has no name or the system could not answer;
  /// "unknown" if the client disconnected before the kernel could be asked.
  func name(of caller: Caller) async -> String {
    if let login = caller.login { return login.name }
    guard let userID = caller.credentials?.userID else { return "unknown" }
    if let name = known[userID] { return name }
    // Not on the loop, since the system may ask a server on the network.
    switch await BlockingWork.run({ UserName(of: userID) }) {
    case .found(let name): known[userID] = name
    case .none: known[userID] = String(userID)
    case .unknown: break
    }
    return known[userID] ?? String(userID)
  }
}
