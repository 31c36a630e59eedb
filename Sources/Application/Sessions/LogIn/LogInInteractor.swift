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
  private let identityChanged: () -> Void
  /// Issued by the last login of this session; nil if nobody is logged in.
  private var token: String?

  /// - Parameter identityChanged: called when the caller has a new identity.
  public init(
    logIn: any LogInUseCase, logOut: LogOut, for caller: any SessionCaller,
    identityChanged: @escaping () -> Void = {}
  ) {
    self.logIn = logIn
    self.logOut = logOut
    self.caller = caller
    self.identityChanged = identityChanged
  }

  public func setName(_ name: String) {
    responseBox.update { response in
      response.name = name.asName
      response.failure = nil
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
    self.token = nil
    caller.loggedOut()
    identityChanged()
    responseBox.update { response in
      response.user = nil
      response.failure = nil
    }
    await logOut(token)
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
      caller.loggedIn(as: user)
      identityChanged()
      responseBox.update { response in
        response.name = user.name
        response.isLoggingIn = false
        response.user = user
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
