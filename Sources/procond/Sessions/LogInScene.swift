internal import Application
internal import BoardValues
internal import BoxServer
internal import BoxWire
internal import Boxes
internal import Domain
internal import UVLoop

/// The login as the session shows it: the box `session.login.form`, and the intent that edits it.
@LoopActor
func logInScene() -> SessionScene<UserSession> {
  let scene = SessionScene<UserSession>("session.login")
  scene.publish("form", description: "The login, without the password.") {
    $0.logInPresenter.form
  }
  scene.intent(
    "setName", summary: "Changes the name in the form.", Parameter<String>(.name, example: "ada")
  ) { session, _, name in
    session.logIn.setName(name)
    return []
  }
  return scene
}

/// The intents `session.login` and `session.logout`.
@LoopActor
func publishLogIn(in scene: SessionScene<UserSession>, _ users: UserNames, _ acts: Acts) {
  scene.intent(
    "login",
    summary: "Makes this client act as a user: with a name and a password, or with a token.",
    answers: [
      MemberDescription(
        .token, .string,
        "Logs other connections in as the same user, for at most 12 hours, or until session.logout."
      )
    ],
    errors: [.failed, .notAllowed, .unavailable],
    Parameter<String?>(.name, description: "Left out, it is empty."),
    Parameter<String?>(.password, description: "Left out, it is empty."),
    Parameter<String?>(.token, description: "Instead of name and password.")
  ) { session, caller, name, password, token in
    guard token == nil || (name == nil && password == nil) else {
      throw RequestError.invalid(member: .token, "give a token, or name and password, not both")
    }
    // The user of the process, even if the client is logged in as another one.
    let process = await users.name(of: Caller(credentials: caller.credentials))
    let peer = caller.behind.map { "\(process) for \($0)" } ?? process
    return try await answering { () async throws(LogInError) in
      let issued: String
      do throws(LogInError) {
        if let token {
          issued = try await session.logIn.logIn(withToken: token)
        } else {
          issued = try await session.logIn.logIn(withName: name, password: password)
        }
      } catch {
        if error == .refused { acts.log(peer, "failed to log in", nil, "as", name) }
        throw error
      }
      acts.log(peer, "logged in", nil, "as", session.logInPresenter.form.value.name)
      return answer(.token, JSONText(issued))
    }
  }
  scene.intent(
    "logout", summary: "Makes this client act as the user of its process again.",
    errors: [.failed]
  ) { session, caller in
    try await answering { () async throws(LogInError) in
      try await session.logIn.logOut()
      if let login = caller.login { acts.log(login.name, "logged out") }
      return []
    }
  }
}
