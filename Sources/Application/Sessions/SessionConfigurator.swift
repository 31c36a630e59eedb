public import Domain

/// Makes the scenes of sessions and wires them. All sessions share it, with its mounts and use cases.
public final class SessionConfigurator {
  private let mounts: TopicMounts
  private let logIn: any LogInUseCase
  private let logOut: LogOut

  public init(mounts: TopicMounts, logIn: any LogInUseCase, logOut: LogOut) {
    self.mounts = mounts
    self.logIn = logIn
    self.logOut = logOut
  }

  /// Returns the scenes of a new session. They exist until they are released.
  public func configure(for caller: any SessionCaller) -> UserSession {
    let router = Router(mounts, for: caller)
    let interactor = LogInInteractor(logIn: logIn, logOut: logOut, for: caller) {
      [weak router] in router?.rightsChanged()
    }
    return UserSession(
      router: router, logIn: interactor, logInPresenter: LogInPresenter(interactor),
      draft: DraftViewModel(router, for: caller), post: PostViewModel(router, for: caller))
  }
}

/// The scenes of one session.
public struct UserSession {
  public let router: Router
  public let logIn: any LogInInput
  public let logInPresenter: LogInPresenter
  public let draft: DraftViewModel
  public let post: PostViewModel
}
