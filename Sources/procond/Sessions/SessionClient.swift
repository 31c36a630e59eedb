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

  var peer: any Hashable & Sendable { session?.caller?.peer ?? "unknown" }

  func mayRead(_ path: [Substring]) -> Bool {
    session?.caller?.may(.read, at: path) ?? false
  }

  func mayReadPart(of path: [Substring]) -> Bool {
    session?.caller?.mayRead(atOrUnder: path) ?? false
  }

  func mayCall(_ intent: [Substring]) -> Bool {
    session?.caller?.may(.call, at: intent) ?? false
  }

  @LoopActor func author() async -> String {
    guard let caller = session?.caller else { return "unknown" }
    return await users.name(of: caller)
  }

  /// All that the client uses counts to somebody behind it from now on.
  ///
  /// - Throws: `RequestError` -32004 if they use too much already.
  func forward(for name: String) throws(RequestError) {
    try session?.forward(for: name)
  }

  func loggedIn(as user: User) {
    session?.login = Login(name: user.name, groups: user.groups, token: user.token)
  }

  func loggedOut() {
    session?.login = nil
  }
}
