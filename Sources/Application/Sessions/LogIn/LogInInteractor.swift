public import Boxes
public import Domain

/// Logs a session in and out, one attempt at a time. Observers change nothing: an attempt is made
/// once, however many there are.
public final class LogInInteractor: LogInInput, LogInOutput {
  public var response: Output<LogInResponse> { Output(responseBox) }

  private let responseBox = Box(LogInResponse())
  private let logIn: any LogInUseCase
  private let logOut: LogOut
  private let caller: any SessionCaller
  private let sessions: LoggedInSessions
  private let identityChanged: () -> Void
  /// Issued by the last login of this session; nil if nobody is logged in.
  private var token: String?

  /// - Parameters:
  ///   - sessions: the sessions that this one joins while a user is logged in.
  ///   - identityChanged: called when the caller has a new identity.
  public init(
    logIn: any LogInUseCase, logOut: LogOut, for caller: any SessionCaller,
    among sessions: LoggedInSessions = LoggedInSessions(),
    identityChanged: @escaping () -> Void = {}
  ) {
    self.logIn = logIn
    self.logOut = logOut
    self.caller = caller
    self.sessions = sessions
    self.identityChanged = identityChanged
  }

  deinit {
    sessions.remove(self)
  }

  public func setName(_ name: String) {
    responseBox.update { response in
      response.name = name.asName
      response.failure = nil
      response.hasEnded = false
    }
  }

  public func logIn(
    withName name: String?, password: String?
  ) async throws(LogInError) -> String {
    let name = name ?? ""
    return try await attempt(name: name) { () async throws(LogInError) in
      try await logIn(name: name, password: password ?? "", from: caller.peer)
    }
  }

  public func logIn(withToken token: String?) async throws(LogInError) -> String {
    try await attempt(name: nil) { () async throws(LogInError) in
      try await logIn(token: token ?? "", from: caller.peer)
    }
  }

  public func logOut() async throws(LogInError) {
    guard !responseBox.value.isLoggingIn else { throw .busy }
    guard let token else { return }
    end(isRequested: true)
    await logOut(token)
  }

  public var state: (name: String, login: SessionState.Login?) {
    let response = responseBox.value
    let login = token.flatMap { token in
      response.user.map { SessionState.Login(user: $0.name, token: token) }
    }
    return (response.name, login)
  }

  public func restore(name: String, _ login: (token: String, user: User?)?) {
    if let user = login?.user {
      token = login?.token
      sessions.add(self)
      caller.loggedIn(as: user)
      identityChanged()
    } else if login != nil {
      caller.loggedOut()
    }
    responseBox.update { response in
      response.name = name.asName
      response.user = login?.user
      response.hasEnded = login != nil && login?.user == nil
    }
  }

  /// Ends the login if it no longer holds, or passes the new groups of the user on.
  ///
  /// - Parameter current: returns the user as it is now; nil if the login no longer holds.
  func usersChanged(_ current: (User) -> User?) {
    guard let user = responseBox.value.user else { return }
    guard let new = current(user) else { return end(isRequested: false) }
    guard new != user else { return }
    caller.loggedIn(as: new)
    identityChanged()
    responseBox.update { $0.user = new }
  }

  private func end(isRequested: Bool) {
    token = nil
    sessions.remove(self)
    caller.loggedOut()
    identityChanged()
    responseBox.update { response in
      response.user = nil
      response.failure = nil
      response.hasEnded = !isRequested
    }
  }

  private func attempt(
    name: String?,
    _ work: () async throws(LogInError) -> (user: User, sessionToken: String)
  ) async throws(LogInError) -> String {
    guard !responseBox.value.isLoggingIn else { throw .busy }
    responseBox.update { response in
      if let name { response.name = name.asName }
      response.isLoggingIn = true
      response.failure = nil
      response.hasEnded = false
    }
    do throws(LogInError) {
      let (user, new) = try await work()
      if Task.isCancelled {
        // Nobody waits for the token.
        await logOut(new)
        throw LogInError.refused
      }
      let old = token
      token = new
      sessions.add(self)
      caller.loggedIn(as: user)
      identityChanged()
      responseBox.update { response in
        response.name = user.name
        response.isLoggingIn = false
        response.user = user
        response.hasEnded = false
      }
      if let old { await logOut(old, replacedBy: new) }
      return new
    } catch {
      responseBox.update { response in
        response.isLoggingIn = false
        response.failure = error
      }
      throw error
    }
  }
}

extension String {
  /// As much of it as a name can have.
  fileprivate var asName: String {
    String(String.UnicodeScalarView(unicodeScalars.prefix(SessionLimits.nameScalars)))
  }
}
