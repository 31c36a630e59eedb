internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import UVLoop

/// Lets people in who log in as users of the daemon.
@LoopActor
final class LoginAccess: Access {
  private let daemon: ChosenDaemon
  private let gate: RequestGate
  private let sessions: BrowserSessions
  /// Whether others see what the user may see as whom the gateway runs.
  private let isAnonymous: Bool
  /// Called with each browser that is logged in no longer.
  var ended: (@LoopActor (String) -> Void)? {
    get { sessions.ended }
    set { sessions.ended = newValue }
  }

  init(_ daemon: ChosenDaemon, _ gate: RequestGate, _ sessions: BrowserSessions, isAnonymous: Bool)
  {
    (self.daemon, self.gate, self.sessions) = (daemon, gate, sessions)
    self.isAnonymous = isAnonymous
  }

  func answer(_ request: WebRequest) async -> WebAnswer? {
    switch (request.path, request.method) {
    case ("/login", .post): return await logIn(request)
    case ("/login", _):
      return WebAnswer(
        .ok, LoginPage(name: "", returning: Self.returning(request.query), refusal: nil).html)
    case ("/logout", .post): return logOut(request)
    default: return nil
    }
  }

  func visitor(of request: WebRequest) -> Visitor? {
    let client = gate.client(of: request)
    let network = NetworkAddress.network(of: client.address)
    if let (id, login) = sessions.session(of: request, isSecure: client.isSecure), let login {
      let name = String(login.name.prefix(Self.longestName))
      return Visitor(
        browser: id, peer: "\(name)@\(network)", login: login, name: login.name, mayLogIn: true)
    }
    guard isAnonymous else { return nil }
    // Without a cookie, those at one address are one.
    return Visitor(browser: network, peer: network, login: nil, name: nil, mayLogIn: true)
  }

  /// With an address, it has room in the name by which the daemon counts.
  private static let longestName = 64

  func refusal(of request: WebRequest) -> WebAnswer {
    guard request.method == .get || request.method == .head else {
      return WebAnswer(
        .forbidden, LoginPage(name: "", returning: URLPath(), refusal: Self.notLoggedIn).html)
    }
    let place = URLPath(
      request.path.split(separator: "/").map(String.init),
      query: request.query.map { ($0.name, $0.value) })
    return WebAnswer(seeOther: URLPath(["login"], query: [("return", place.text)]))
  }

  private static let notLoggedIn = "You are not logged in, or not any longer."

  func forget(_ visitor: Visitor) {
    sessions.forget(visitor.browser)
  }

  // MARK: The login

  private func logIn(_ request: WebRequest) async -> WebAnswer {
    guard let fields = request.form else {
      return WebAnswer(.badRequest, text: "The body is not a form.")
    }
    func field(_ name: String) -> String { fields.first { $0.name == name }?.value ?? "" }
    let client = gate.client(of: request)
    let (name, place) = (field("name"), Self.returning(fields))
    do throws(PageError) {
      let token = try await DaemonPage.logIn(
        name: name, password: field("password"),
        for: NetworkAddress.network(of: client.address), at: daemon)
      var answer = WebAnswer(seeOther: place)
      let login = BrowserLogin(name: name, token: token)
      answer.headers.append(("Set-Cookie", sessions.begin(as: login, isSecure: client.isSecure)))
      return answer
    } catch {
      return WebAnswer(
        error.status, LoginPage(name: name, returning: place, refusal: error.sentence).html)
    }
  }

  private func logOut(_ request: WebRequest) -> WebAnswer {
    let isSecure = gate.client(of: request).isSecure
    var answer = WebAnswer(seeOther: URLPath())
    if let (id, _) = sessions.session(of: request, isSecure: isSecure) {
      answer.headers.append(("Set-Cookie", sessions.end(id, isSecure: isSecure)))
    }
    return answer
  }

  private static func returning(_ fields: [WebRequest.Field]) -> URLPath {
    fields.first { $0.name == "return" }.flatMap { URLPath(passedOn: $0.value) } ?? URLPath()
  }
}
