internal import Application
internal import BoxServer
internal import Domain
internal import UVLoop

/// Gives each connection its session: the scenes under `session`, made by the configurator.
///
/// - Parameter restoredUser: returns a user who had logged in to an earlier process, as it is now; nil if
///   the login no longer holds.
@LoopActor
func publishSessions(
  _ configurator: SessionConfigurator, users: UserNames, gateways: Gateways,
  restoredUser: @escaping @LoopActor (String) -> User?, registry: Registry
) {
  let (route, login) = (routeScene(users, Acts("session", registry)), logInScene())
  let (draft, post, awaiting) = (draftScene(), postScene(), awaitingScene())
  let gateway = gateways.scene(users)
  registry.configure(route, login, draft, post, awaiting, gateway) { session in
    let client = SessionClient(session, users)
    let user = configurator.configure(for: client)
    session.whenRightsChange = { [router = user.router, awaiting = user.awaiting] in
      router.rightsChanged()
      awaiting.rightsChanged()
    }
    session.save = { user.state.json }
    session.restore = { await user.restore(SessionState($0)) { restoredUser($0.user) } }
    return [
      route.presenting(user), login.presenting(user), draft.presenting(user.draft),
      post.presenting(user.post), awaiting.presenting(user.awaiting), gateway.presenting(client),
    ]
  }
}

extension SessionConfigurator {
  /// Makes sessions that show these mounts, and whose users log in.
  @LoopActor
  static func standard(_ mounts: TopicMounts, _ users: any UsersGateway) -> SessionConfigurator {
    let start = MonotonicTime.now
    return SessionConfigurator(
      mounts: mounts, logIn: LogIn(gateway: users) { start.duration(to: .now) },
      logOut: LogOut(gateway: users), inBackground: runOnLoop, now: { .now })
  }
}
