import Application
import BoardValues
import Boxes
import Domain
import DomainTestSupport
import Expectations
import Testing

/// Rows V1 to V6, V9 and V10 of the seeds, and what the seed's login got wrong.
@Suite(.timeLimit(.minutes(10))) struct LogInInteractorTests {
  /// Replaces the use case, and holds its answers back.
  final class FakeLogIn: LogInUseCase {
    var attempts: [[String]] = []
    var result: Result<(user: User, sessionToken: String), LogInError>
    var whenAsked: () async -> Void = {}

    init(_ result: Result<(user: User, sessionToken: String), LogInError>) {
      self.result = result
    }

    func callAsFunction(
      name: String, password: String, from peer: any Hashable & Sendable
    ) async throws(LogInError) -> (user: User, sessionToken: String) {
      attempts.append([name, password, "\(peer)"])
      await whenAsked()
      return try result.get()
    }

    func callAsFunction(
      token: String, from peer: any Hashable & Sendable
    ) async throws(LogInError) -> (user: User, sessionToken: String) {
      attempts.append([token, "\(peer)"])
      await whenAsked()
      return try result.get()
    }
  }

  private let users = FakeUsers(passwords: ["ada": "right"])
  private let ada = User(name: "ada", groups: ["staff"])

  /// - Parameter logIn: nil for the use case itself.
  private func interactor(
    _ logIn: FakeLogIn? = nil, _ identity: Identity = Identity(),
    _ sessions: LoggedInSessions = LoggedInSessions()
  ) -> LogInInteractor {
    LogInInteractor(
      logIn: logIn ?? LogIn(gateway: users) { .zero }, logOut: LogOut(gateway: users),
      for: identity, among: sessions)
  }

  // MARK: The cycle

  /// Passes on what the interactor sends, and records it on the way.
  private final class RecordingOutput: LogInOutput {
    let box: Box<LogInResponse>
    var response: Output<LogInResponse> { Output(box) }
    private let bindings: [Binding]

    init(_ interactor: LogInInteractor, _ record: @escaping (String) -> Void) {
      let box = Box(interactor.response.value)
      self.box = box
      bindings = [
        box.bind { _ in record("the interactor sends it to the presenter") },
        interactor.response.bind { response in
          record("the interactor has formatted a response")
          box.value = response
        },
      ]
    }
  }

  @Test(arguments: [Result<String, LogInError>.success("token"), .failure(.refused)])
  func `a login takes the seven steps in order, whether it succeeds or fails`(
    result: Result<String, LogInError>
  ) async throws {
    var steps: [String] = []
    let logIn = FakeLogIn(result.map { (ada, $0) })
    logIn.whenAsked = { steps.append("the use case works") }
    let interactor = interactor(logIn)
    let output = RecordingOutput(interactor) { steps.append($0) }
    let presenter = LogInPresenter(output) { response in
      steps.append("the presenter translates it")
      return LogInForm(response)
    }
    let (form, view) = (
      presenter.form.bind { _ in steps.append("the presenter shows the form") },
      presenter.form.bind { _ in steps.append("the view is notified") }
    )
    steps = ["the interactor is asked to log in"]
    let answer = await Result { () async throws(LogInError) in
      try await interactor.logIn(withName: "ada", password: "secret")
    }
    expect(answer, equals: result)
    let response = [
      "the interactor has formatted a response", "the interactor sends it to the presenter",
      "the presenter translates it", "the presenter shows the form", "the view is notified",
    ]
    // The first response says that the attempt is in progress.
    expect(
      steps,
      equals: ["the interactor is asked to log in"] + response + ["the use case works"] + response)
    withExtendedLifetime((form, view)) {}
  }

  @Test func `at first the form is empty, and its button is disabled`() throws {
    let interactor = interactor(FakeLogIn(.failure(.refused)))
    let form = LogInPresenter(interactor).form.value
    expect(
      try json(form),
      equals:
        #"{"emailFieldBorderColor":"normal","isLoggingIn":false,"isLoginButtonEnabled":false,"#
        + #""message":null,"name":""}"#)
    expect(form, equals: LogInForm(LogInResponse()))
  }

  @Test func `a nil name, password or token means an empty one`() async {
    let logIn = FakeLogIn(.failure(.refused))
    let interactor = interactor(logIn)
    _ = try? await interactor.logIn(withName: nil, password: nil)
    _ = try? await interactor.logIn(withToken: nil)
    expect(logIn.attempts, equals: [["", "", "7"], ["", "7"]])
  }

  @Test func `a success reports the user and returns the token`() async throws {
    let identity = Identity()
    let interactor = interactor(FakeLogIn(.success((ada, "token"))), identity)
    let presenter = LogInPresenter(interactor)
    let token = try await interactor.logIn(withToken: "program")
    expect(token, equals: "token")
    expect(identity.logins, equals: [ada])
    expect(interactor.response.value.user, equals: ada)
    expect(presenter.form.value.name, equals: "ada")
    expect(presenter.form.value.message == nil)
  }

  @Test(arguments: [
    (LogInError.refused, LogInForm.BorderColor.red),
    (.tooEarly(retryAfter: .seconds(2)), .normal),
    (.unavailable(.unavailable(reason: "Permission denied")), .normal),
  ])
  func `a failure is thrown and shown, and the next attempt clears it`(
    error: LogInError, color: LogInForm.BorderColor
  ) async throws {
    let logIn = FakeLogIn(.failure(error))
    let interactor = interactor(logIn)
    let presenter = LogInPresenter(interactor)
    interactor.setName("ada")
    await #expect(throws: error) { try await interactor.logIn(withName: "ada", password: "wrong") }
    let form = presenter.form.value
    expect(form.message, equals: error.message)
    expect(form.emailFieldBorderColor, equals: color)
    expect(form.isLoginButtonEnabled)
    expect(!form.isLoggingIn)
    logIn.result = .success((ada, "token"))
    _ = try await interactor.logIn(withName: "ada", password: "right")
    expect(presenter.form.value.message == nil)
    expect(presenter.form.value.emailFieldBorderColor, equals: .normal)
  }

  @Test func `a new name clears the failure and enables the button`() async {
    let interactor = interactor(FakeLogIn(.failure(.refused)))
    let presenter = LogInPresenter(interactor)
    _ = try? await interactor.logIn(withName: "", password: "")
    expect(!presenter.form.value.isLoginButtonEnabled)
    interactor.setName("ada")
    expect(presenter.form.value, equals: LogInForm(interactor.response.value))
    expect(presenter.form.value.name, equals: "ada")
    expect(presenter.form.value.isLoginButtonEnabled)
    expect(presenter.form.value.emailFieldBorderColor, equals: .normal)
    expect(presenter.form.value.message == nil)
    interactor.setName(" \t")
    expect(!presenter.form.value.isLoginButtonEnabled)
    interactor.setName(String(repeating: "a", count: 1000))
    expect(presenter.form.value.name.count, equals: 400)
  }

  // MARK: Attempts

  @Test func `one failure does not end the scene`() async throws {
    let logIn = FakeLogIn(.failure(.refused))
    let interactor = interactor(logIn)
    for _ in 1...5 { _ = try? await interactor.logIn(withName: "ada", password: "wrong") }
    logIn.result = .success((ada, "token"))
    expect(try await interactor.logIn(withName: "ada", password: "right"), equals: "token")
    expect(logIn.attempts.count, equals: 6)
  }

  @Test func `two observers do not log in twice`() async throws {
    let logIn = FakeLogIn(.success((ada, "token")))
    let interactor = interactor(logIn)
    let presenters = [LogInPresenter(interactor), LogInPresenter(interactor)]
    let views = presenters.flatMap { [Recorder($0.form), Recorder($0.form)] }
    _ = try await interactor.logIn(withName: "ada", password: "right")
    expect(logIn.attempts.count, equals: 1)
    for view in views { expect(view.values.map(\.isLoggingIn), equals: [false, true, false]) }
  }

  @MainActor @Test func `one attempt is made at a time`() async throws {
    users.hold()
    let interactor = interactor()
    let presenter = LogInPresenter(interactor)
    let attempt = Task { try await interactor.logIn(withName: "ada", password: "right") }
    let call = await users.nextCall()
    let form = presenter.form.value
    expect(form.isLoggingIn)
    expect(!form.isLoginButtonEnabled)
    await #expect(throws: LogInError.busy) {
      try await interactor.logIn(withName: "bob", password: "right")
    }
    await #expect(throws: LogInError.busy) { try await interactor.logIn(withToken: "token") }
    await #expect(throws: LogInError.busy) { try await interactor.logOut() }
    expect(presenter.form.value, equals: form)
    call.release()
    expect(try await attempt.value, equals: "token 1")
    expect(users.checks, equals: 1)
  }

  @MainActor @Test func `an attempt that is cancelled logs nobody in`() async throws {
    users.hold()
    let identity = Identity()
    let interactor = interactor(nil, identity)
    let attempt = Task { try await interactor.logIn(withName: "ada", password: "right") }
    let call = await users.nextCall()
    attempt.cancel()
    call.release()
    await #expect(throws: LogInError.refused) { try await attempt.value }
    expect(identity.logins.isEmpty)
    expect(!users.accepts("token 1"))
  }

  @Test func `logout reports it once, and revokes the session's token`() async throws {
    let identity = Identity()
    let interactor = interactor(nil, identity)
    try await interactor.logOut()
    expect(identity.logins.isEmpty)
    let token = try await interactor.logIn(withName: "ada", password: "right")
    expect(users.accepts(token))
    try await interactor.logOut()
    try await interactor.logOut()
    expect(!users.accepts(token))
    expect(identity.logins.map { $0?.name }, equals: ["ada", nil])
    expect(interactor.response.value.user == nil)
  }

  @Test func `a new login revokes the token of the one before, a failed one does not`()
    async throws
  {
    let interactor = interactor()
    let first = try await interactor.logIn(withName: "ada", password: "right")
    _ = try? await interactor.logIn(withName: "ada", password: "wrong")
    expect(users.accepts(first))
    expect(interactor.response.value.user?.name, equals: "ada")
    let second = try await interactor.logIn(withName: "ada", password: "right")
    expect(!users.accepts(first))
    expect(users.accepts(second))
  }

  // MARK: Changed users

  @Test func `a user whose groups change stays logged in with the new ones`() async throws {
    let (identity, sessions) = (Identity(), LoggedInSessions())
    let interactor = interactor(FakeLogIn(.success((ada, "token"))), identity, sessions)
    _ = try await interactor.logIn(withName: "ada", password: "right")
    sessions.usersChanged { $0 }
    expect(identity.logins, equals: [ada])
    let other = User(name: "ada", groups: ["guests"])
    sessions.usersChanged { _ in other }
    expect(identity.logins, equals: [ada, other])
    expect(interactor.response.value.user, equals: other)
    expect(LogInPresenter(interactor).form.value.message == nil)
  }

  @Test func `a user who was removed is logged out, and the form says so until it is changed`()
    async throws
  {
    let (identity, sessions) = (Identity(), LoggedInSessions())
    let logIn = FakeLogIn(.success((ada, "token")))
    let interactor = interactor(logIn, identity, sessions)
    let presenter = LogInPresenter(interactor)
    let message =
      "your login has ended: the user was removed, or has another password or token"
    for clear in 0...2 {
      _ = try await interactor.logIn(withName: "ada", password: "right")
      sessions.usersChanged { _ in nil }
      sessions.usersChanged { _ in ada }
      expect(identity.logins.last, equals: .some(nil))
      expect(presenter.form.value.message, equals: message)
      expect(presenter.form.value.emailFieldBorderColor, equals: .normal)
      switch clear {
      case 0: interactor.setName("ada")
      case 1: _ = try await interactor.logIn(withName: "ada", password: "right")
      default:
        logIn.result = .failure(.refused)
        _ = try? await interactor.logIn(withName: "ada", password: "wrong")
      }
      expect(presenter.form.value.message != message)
    }
  }

  @Test func `only sessions with a user follow changed users`() async throws {
    let (identity, sessions) = (Identity(), LoggedInSessions())
    let interactor = interactor(FakeLogIn(.success((ada, "token"))), identity, sessions)
    sessions.usersChanged { _ in nil }
    expect(identity.logins.isEmpty)
    _ = try await interactor.logIn(withName: "ada", password: "right")
    try await interactor.logOut()
    sessions.usersChanged { _ in nil }
    expect(identity.logins, equals: [ada, nil])
    expect(LogInPresenter(interactor).form.value.message == nil)
  }

  @Test func `no secret is in a response, a form or an error`() async {
    let interactor = interactor()
    let presenter = LogInPresenter(interactor)
    let (responses, forms) = (Recorder(interactor.response), Recorder(presenter.form))
    var errors: [LogInError] = []
    for _ in 1...4 {
      do {
        _ = try await interactor.logIn(withName: "ada", password: "s3cret")
        _ = try await interactor.logIn(withToken: "s3cret")
      } catch { errors.append(error) }
    }
    _ = try? await interactor.logIn(withToken: "s3cret")
    var text = ""
    dump((responses.values, forms.values, errors), to: &text)
    expect(text.contains("ada"))
    expect(!text.contains("s3cret"))
  }

  @Test func `the presenter does not keep its interactor alive`() {
    var interactor: LogInInteractor? = interactor(FakeLogIn(.failure(.refused)))
    weak let weakInteractor = interactor
    let presenter = interactor.map { LogInPresenter($0) }
    interactor = nil
    expect(weakInteractor == nil)
    withExtendedLifetime(presenter) {}
  }
}

extension Result where Success == String, Failure == LogInError {
  fileprivate init(_ body: () async throws(LogInError) -> String) async {
    do throws(LogInError) {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
