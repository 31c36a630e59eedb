internal import Application
internal import BoxServer
internal import BoxWire
internal import Domain
internal import UVLoop

/// The client of a session, with the rights of its connection.
@LoopActor
final class SessionClient: @LoopActor SessionCaller {
  private weak var session: Session?
  private let users: UserNames

  init(_ session: Session, _ users: UserNames) {
    self.session = session
    self.users = users
  }

  /// Failures to log in are counted for the user that the kernel reports.
  var peer: any Hashable & Sendable { session?.caller?.credentials?.userID }

  func mayRead(_ path: String) -> Bool {
    guard let caller = session?.caller, let path = Path(path) else { return false }
    return caller.may(.read, at: path)
  }

  func mayReadPart(of path: String) -> Bool {
    guard let caller = session?.caller, let path = Path(path) else { return false }
    return caller.mayRead(atOrUnder: path)
  }

  func mayCall(_ intent: String) -> Bool {
    guard let caller = session?.caller, let path = Path(intent) else { return false }
    return caller.may(.call, at: path)
  }

  @LoopActor func author() async -> String {
    guard let caller = session?.caller else { return "unknown" }
    return await users.name(of: caller)
  }

  func loggedIn(as user: User) {
    session?.login = Login(name: user.name, groups: user.groups, token: user.token)
  }

  func loggedOut() {
    session?.login = nil
  }
}
