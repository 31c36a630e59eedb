public import Domain

/// Makes the scenes of sessions and wires them. All sessions share it, with its mounts and use cases.
public final class SessionConfigurator {
  private let mounts: TopicMounts
  private let logIn: any LogInUseCase
  private let logOut: LogOut
  private let loggedIn = LoggedInSessions()
  private let inBackground: RunInBackground
  private let now: CurrentTime

  /// - Parameter inBackground: runs what reads stores.
  public init(
    mounts: TopicMounts, logIn: any LogInUseCase, logOut: LogOut,
    inBackground: @escaping RunInBackground, now: @escaping CurrentTime
  ) {
    self.mounts = mounts
    self.logIn = logIn
    self.logOut = logOut
    self.inBackground = inBackground
    self.now = now
  }

  /// Returns the scenes of a new session. They exist until they are released.
  public func configure(for caller: any SessionCaller) -> UserSession {
    let router = Router(mounts, for: caller)
    let awaiting = AwaitingViewModel(mounts, for: caller, inBackground: inBackground, now: now)
    let interactor = LogInInteractor(
      logIn: logIn, logOut: logOut, for: caller, among: loggedIn
    ) { [weak router, weak awaiting] in
      router?.identityChanged()
      awaiting?.identityChanged()
    }
    return UserSession(
      router: router, logIn: interactor, logInPresenter: LogInPresenter(interactor),
      draft: DraftViewModel(router, for: caller), post: PostViewModel(router, for: caller),
      awaiting: awaiting)
  }

  /// Applies changed users to all sessions at once: ends the logins that no longer hold, and passes
  /// the new groups of the other users on.
  ///
  /// - Parameter current: returns a logged-in user as it is now; nil if the login no longer holds.
  public func usersChanged(_ current: (User) -> User?) {
    loggedIn.usersChanged(current)
  }
}

/// The scenes of one session.
public struct UserSession {
  public let router: Router
  public let logIn: any LogInInput
  public let logInPresenter: LogInPresenter
  public let draft: DraftViewModel
  public let post: PostViewModel
  public let awaiting: AwaitingViewModel
}
