public import Domain

/// The sessions in which a user is logged in. It does not keep them alive.
public final class LoggedInSessions {
  private struct Session {
    weak var interactor: LogInInteractor?
  }

  private var sessions: [ObjectIdentifier: Session] = [:]

  public init() {}

  func add(_ interactor: LogInInteractor) {
    sessions[ObjectIdentifier(interactor)] = Session(interactor: interactor)
  }

  func remove(_ interactor: LogInInteractor) {
    sessions[ObjectIdentifier(interactor)] = nil
  }

  /// Ends the logins that no longer hold, and passes the new groups of the other users on.
  ///
  /// - Parameter current: returns a logged-in user as it is now; nil if the login no longer holds.
  public func usersChanged(_ current: (User) -> User?) {
    for session in Array(sessions.values) { session.interactor?.usersChanged(current) }
  }
}
