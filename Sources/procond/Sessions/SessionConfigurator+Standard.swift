internal import Application
internal import Domain
internal import UVLoop

extension SessionConfigurator {
  /// Makes sessions that show these mounts, and whose users log in.
  @LoopActor
  static func standard(_ mounts: TopicMounts, _ users: any UsersGateway) -> SessionConfigurator {
    let start = MonotonicTime.now
    return SessionConfigurator(
      mounts: mounts, logIn: LogIn(gateway: users) { start.duration(to: .now) },
      logOut: LogOut(gateway: users))
  }
}
