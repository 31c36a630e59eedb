import Domain
import DomainTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct LogInTests {
  private let sensor = User(name: "weather", groups: ["sensors"], token: "sensor")
  private let users: FakeUsers
  private let stopwatch = Stopwatch()
  private let logIn: LogIn

  init() {
    users = FakeUsers(
      passwords: ["ada": "right", "bob": "right", "eve": "right"], programs: ["secret": sensor])
    logIn = LogIn(gateway: users) { [stopwatch] in stopwatch.elapsed }
  }

  private func fail(_ name: String, from peer: Int = 1) async {
    await #expect(throws: LogInError.refused) {
      try await logIn(name: name, password: "wrong", from: peer)
    }
  }

  private func expect(
    pause: Duration, for name: String, from peer: Int = 1,
    at location: SourceLocation = #_sourceLocation
  ) async {
    await #expect(throws: LogInError.tooEarly(retryAfter: pause), sourceLocation: location) {
      try await logIn(name: name, password: "right", from: peer)
    }
  }

  // MARK: Users and tokens

  @Test func `a name and its password return the user and a new token`() async throws {
    let (user, token) = try await logIn(name: "ada", password: "right", from: 1)
    #expect(user == User(name: "ada", groups: []))
    #expect(users.accepts(token))
    let (other, another) = try await logIn(name: "ada", password: "right", from: 1)
    #expect(other == user)
    #expect(another != token)
  }

  @Test func `a configured token returns its user`() async throws {
    let (user, token) = try await logIn(token: "secret", from: 1)
    #expect(user == sensor)
    #expect(token != "secret")
  }

  @Test func `another session can log in with a session's token until it is revoked`() async throws
  {
    let (user, token) = try await logIn(name: "ada", password: "right", from: 1)
    #expect(try await logIn(token: token, from: 2).user == user)
    await LogOut(gateway: users)(token)
    await #expect(throws: LogInError.refused) { try await logIn(token: token, from: 2) }
    await LogOut(gateway: users)(token)
  }

  @Test func `an unknown name, a wrong password and an unknown token get the same answer`() async {
    await fail("nobody")
    await fail("ada")
    await #expect(throws: LogInError.refused) { try await logIn(token: "wrong", from: 2) }
    #expect(users.checks == 3)
  }

  // MARK: Pauses

  @Test func `after three failures in a row the pause doubles from 1 s to 60 s`() async {
    for _ in 1...3 { await fail("ada") }
    for seconds in [1, 2, 4, 8, 16, 32, 60, 60] {
      await expect(pause: .seconds(seconds), for: "ada")
      stopwatch.advance(.seconds(seconds))
      await fail("ada")
    }
  }

  @Test func `an attempt during a pause is not made, and does not prolong it`() async throws {
    for _ in 1...3 { await fail("ada") }
    stopwatch.advance(.milliseconds(400))
    await expect(pause: .milliseconds(600), for: "ada")
    stopwatch.advance(.milliseconds(600))
    #expect(users.checks == 3)
    #expect(try await logIn(name: "ada", password: "right", from: 1).user.name == "ada")
  }

  @Test func `failures are counted by name, wherever they come from`() async {
    for peer in 1...3 { await fail("ada", from: peer) }
    await expect(pause: .seconds(1), for: "ada", from: 4)
  }

  @Test func `failures are counted by peer, whatever the name`() async throws {
    for name in ["x", "y", "z"] { await fail(name) }
    await expect(pause: .seconds(1), for: "ada")
    #expect(try await logIn(name: "ada", password: "right", from: 2).user.name == "ada")
  }

  @Test func `the failures of a token are counted by peer only`() async throws {
    for _ in 1...3 {
      await #expect(throws: LogInError.refused) { try await logIn(token: "ada", from: 1) }
    }
    await #expect(throws: LogInError.tooEarly(retryAfter: .seconds(1))) {
      try await logIn(token: "secret", from: 1)
    }
    #expect(try await logIn(token: "secret", from: 2).user == sensor)
    #expect(try await logIn(name: "ada", password: "right", from: 2).user.name == "ada")
  }

  @Test func `a success forgets the failures of its name and of its peer`() async throws {
    for _ in 1...2 { await fail("ada") }
    _ = try await logIn(name: "ada", password: "right", from: 1)
    for _ in 1...2 { await fail("ada") }
    _ = try await logIn(name: "ada", password: "right", from: 1)
  }

  @Test func `a success does not forget the failures of other names and peers`() async throws {
    for _ in 1...2 { await fail("bob", from: 2) }
    _ = try await logIn(name: "ada", password: "right", from: 2)
    await fail("bob", from: 3)
    await expect(pause: .seconds(1), for: "bob", from: 2)
  }

  @Test func `users that cannot be read do not count as a failure of the caller`() async throws {
    users.fail(.unavailable(reason: "Permission denied"))
    for _ in 1...4 {
      await #expect(throws: LogInError.unavailable(.unavailable(reason: "Permission denied"))) {
        try await logIn(name: "ada", password: "right", from: 1)
      }
    }
    users.fail(nil)
    _ = try await logIn(name: "ada", password: "right", from: 1)
  }

  @Test func `others who keep failing with a name delay its owner by one pause at most`()
    async throws
  {
    for _ in 1...9 {
      await fail("ada", from: 66)
      stopwatch.advance(.seconds(60))
    }
    await fail("ada", from: 66)
    stopwatch.advance(.seconds(20))
    await expect(pause: .seconds(40), for: "ada")
    stopwatch.advance(.seconds(40))
    await fail("ada", from: 66)
    #expect(try await logIn(name: "ada", password: "right", from: 1).user.name == "ada")
  }

  @Test func `a peer that has waited for the pause of a name has one attempt`() async {
    for peer in 66...68 { await fail("ada", from: peer) }
    await expect(pause: .seconds(1), for: "ada")
    stopwatch.advance(.seconds(1))
    await fail("ada", from: 66)
    await fail("ada")
    await expect(pause: .seconds(4), for: "ada")
  }

  // MARK: Memory

  @Test func `a flood of names does not end the pause of another name`() async {
    for _ in 1...9 {
      await fail("ada", from: 0)
      stopwatch.advance(.seconds(60))
    }
    await fail("ada", from: 0)
    for number in 1...3000 { await fail("name \(number)", from: number) }
    await expect(pause: .seconds(60), for: "ada", from: 9999)
  }

  @Test func `of the names without a pause, the oldest is forgotten first`() async throws {
    for name in ["ada", "bob"] {
      for peer in 1...2 { await fail(name, from: peer) }
      for peer in 1...2 { _ = try await logIn(name: "eve", password: "right", from: peer) }
      stopwatch.advance(.seconds(1))
    }
    for number in 3...1025 {
      await fail("name \(number)", from: number)
      stopwatch.advance(.milliseconds(1))
    }
    await fail("bob", from: 2001)
    await expect(pause: .seconds(1), for: "bob", from: 2002)
    for peer in 2003...2004 { await fail("ada", from: peer) }
    #expect(try await logIn(name: "ada", password: "right", from: 2005).user.name == "ada")
  }

  @Test func `a text that is too long for a name is counted by peer only`() async {
    let text = String(repeating: "a", count: 401)
    for peer in 1...5 { await fail(text, from: peer) }
    #expect(users.checks == 5)
  }
}
