import Domain
import DomainTestSupport
import Expectations
import Testing

@Suite(.timeLimit(.minutes(10))) struct LogInTests {
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

  private func failWithToken(from peer: Int) async {
    await #expect(throws: LogInError.refused) { try await logIn(token: "wrong", from: peer) }
  }

  private func expectPause(
    _ pause: Duration, for name: String, from peer: Int = 1,
    at location: SourceLocation = #_sourceLocation
  ) async {
    await #expect(throws: LogInError.tooEarly(retryAfter: pause), sourceLocation: location) {
      try await logIn(name: name, password: "right", from: peer)
    }
  }

  // MARK: Users and tokens

  @Test func `a name and its password return the user and a new token`() async throws {
    let (user, token) = try await logIn(name: "ada", password: "right", from: 1)
    expect(user, equals: User(name: "ada", groups: []))
    expect(users.accepts(token))
    let (other, another) = try await logIn(name: "ada", password: "right", from: 1)
    expect(other, equals: user)
    expect(another != token)
  }

  @Test func `a configured token returns its user`() async throws {
    let (user, token) = try await logIn(token: "secret", from: 1)
    expect(user, equals: sensor)
    expect(token != "secret")
  }

  @Test func `another session can log in with a session's token until it is revoked`() async throws
  {
    let (user, token) = try await logIn(name: "ada", password: "right", from: 1)
    expect(try await logIn(token: token, from: 2).user, equals: user)
    await LogOut(gateway: users)(token)
    await #expect(throws: LogInError.refused) { try await logIn(token: token, from: 2) }
    await LogOut(gateway: users)(token)
  }

  @Test func `an unknown name, a wrong password and an unknown token get the same answer`() async {
    await fail("nobody")
    await fail("ada")
    await failWithToken(from: 2)
    expect(users.checks, equals: 3)
  }

  // MARK: Pauses

  @Test func `after three failures in a row the pause doubles from 1 s to 60 s`() async {
    for _ in 1...3 { await fail("ada") }
    for seconds in [1, 2, 4, 8, 16, 32, 60, 60] {
      await expectPause(.seconds(seconds), for: "ada")
      stopwatch.advance(.seconds(seconds))
      await fail("ada")
    }
  }

  @Test func `an attempt during a pause is not made, and does not prolong it`() async throws {
    for _ in 1...3 { await fail("ada") }
    stopwatch.advance(.milliseconds(400))
    await expectPause(.milliseconds(600), for: "ada")
    stopwatch.advance(.milliseconds(600))
    expect(users.checks, equals: 3)
    expect(try await logIn(name: "ada", password: "right", from: 1).user.name, equals: "ada")
  }

  @Test func `failures are counted by name, wherever they come from`() async {
    for peer in 1...3 { await fail("ada", from: peer) }
    await expectPause(.seconds(1), for: "ada", from: 4)
  }

  @Test func `failures are counted by peer, whatever the name`() async throws {
    for name in ["x", "y", "z"] { await fail(name) }
    await expectPause(.seconds(1), for: "ada")
    expect(try await logIn(name: "ada", password: "right", from: 2).user.name, equals: "ada")
  }

  @Test func `the failures of a token are counted by peer only`() async throws {
    for _ in 1...3 {
      await #expect(throws: LogInError.refused) { try await logIn(token: "ada", from: 1) }
    }
    await #expect(throws: LogInError.tooEarly(retryAfter: .seconds(1))) {
      try await logIn(token: "secret", from: 1)
    }
    expect(try await logIn(token: "secret", from: 2).user, equals: sensor)
    expect(try await logIn(name: "ada", password: "right", from: 2).user.name, equals: "ada")
  }

  @Test func `a success forgets the failures with its name`() async throws {
    for _ in 1...2 { await fail("ada") }
    _ = try await logIn(name: "ada", password: "right", from: 1)
    for _ in 1...2 { await fail("ada") }
    _ = try await logIn(name: "ada", password: "right", from: 1)
  }

  @Test func `a success does not forget the failures of other names and peers`() async throws {
    for _ in 1...2 { await fail("bob", from: 2) }
    _ = try await logIn(name: "ada", password: "right", from: 2)
    await fail("bob", from: 3)
    await expectPause(.seconds(1), for: "bob", from: 2)
  }

  @Test func `a success with another name or a token does not forget the failures of its peer`()
    async throws
  {
    let token = try await logIn(name: "eve", password: "right", from: 1).sessionToken
    for _ in 1...2 { await fail("ada") }
    _ = try await logIn(name: "eve", password: "right", from: 1)
    _ = try await logIn(token: token, from: 1)
    _ = try await logIn(token: "secret", from: 1)
    await fail("bob")
    await expectPause(.seconds(1), for: "eve")
  }

  @Test func `a success forgets the failures with its name among those of its peer`() async throws {
    for name in ["ada", "ada", "bob"] { await fail(name) }
    stopwatch.advance(.seconds(1))
    _ = try await logIn(name: "ada", password: "right", from: 1)
    await fail("bob")
    await fail("bob")
    await expectPause(.seconds(1), for: "ada")
  }

  @Test func `a failure counts for 10 minutes`() async {
    for _ in 1...2 { await fail("ada") }
    stopwatch.advance(.seconds(599))
    await fail("ada")
    await expectPause(.seconds(1), for: "ada")
    stopwatch.advance(.seconds(1))
    // The first two are forgotten.
    await fail("ada")
    await fail("ada")
    await expectPause(.seconds(1), for: "ada")
  }

  @Test func `waiting until failures are forgotten does not allow more guesses`() async {
    var guesses = 0
    while stopwatch.elapsed < .seconds(7200) {
      do throws(LogInError) {
        _ = try await logIn(name: "ada", password: "wrong", from: 1)
      } catch {
        if case .tooEarly(let wait) = error {
          stopwatch.advance(guesses % 9 == 0 ? .seconds(600) : wait)
        } else {
          guesses += 1
        }
      }
    }
    expect(guesses <= 120)
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
    await expectPause(.seconds(40), for: "ada")
    stopwatch.advance(.seconds(40))
    await fail("ada", from: 66)
    expect(try await logIn(name: "ada", password: "right", from: 1).user.name, equals: "ada")
  }

  @Test func `a peer that has waited for the pause of a name has one attempt`() async {
    for peer in 66...68 { await fail("ada", from: peer) }
    await expectPause(.seconds(1), for: "ada")
    stopwatch.advance(.seconds(1))
    await fail("ada", from: 66)
    await fail("ada")
    await expectPause(.seconds(4), for: "ada")
  }

  // MARK: Memory

  /// Tries a name from each of these peers. Some of the names have a pause, because they share a
  /// place with others.
  private func flood(_ peers: ClosedRange<Int>) async {
    for peer in peers {
      _ = try? await logIn(name: "name \(peer)", password: "wrong", from: peer)
    }
  }

  @Test func `a flood of names does not end the pause of another name`() async {
    for _ in 1...9 {
      await fail("ada", from: 0)
      stopwatch.advance(.seconds(60))
    }
    await fail("ada", from: 0)
    await flood(1...1500)
    await expectPause(.seconds(60), for: "ada", from: 9999)
  }

  @Test func `a flood of names does not make room by forgetting the failures of another`() async {
    for peer in 1...2 { await fail("ada", from: peer) }
    await flood(3...1500)
    _ = try? await logIn(name: "ada", password: "wrong", from: 3001)
    await #expect { try await logIn(name: "ada", password: "right", from: 3002) } throws: { error in
      guard case LogInError.tooEarly = error else { return false }
      return true
    }
  }

  @Test func `beyond 1,024 peers, those without a pause are forgotten first`() async throws {
    // With tokens: names may share a place, and then their pauses.
    for peer in [1, 1, 1, 2, 2] { await failWithToken(from: peer) }
    stopwatch.advance(.milliseconds(1))
    for peer in 3...1025 { await failWithToken(from: peer) }
    await expectPause(.milliseconds(999), for: "eve")
    await failWithToken(from: 2)
    expect(try await logIn(token: "secret", from: 2).user, equals: sensor)
  }

  @Test func `a peer that waits keeps its turn, however many others wait`() async throws {
    for peer in 66...68 { await fail("ada", from: peer) }
    await expectPause(.seconds(1), for: "ada")
    for peer in 1000...3000 { await expectPause(.seconds(1), for: "ada", from: peer) }
    stopwatch.advance(.seconds(1))
    await fail("ada", from: 66)
    expect(try await logIn(name: "ada", password: "right", from: 1).user.name, equals: "ada")
  }

  @Test func `a peer can wait for 16 names`() async throws {
    // In places of their own.
    let all = Dictionary((1...100).map { ("name \($0)".hashValue & 4095, $0) }) { one, _ in one }
    let names = all.values.prefix(17).map { "name \($0)" }
    for (number, name) in names.enumerated() {
      for peer in 1...3 { await fail(name, from: 10 * number + 100 + peer) }
    }
    for name in names { await expectPause(.seconds(1), for: name) }
    stopwatch.advance(.seconds(1))
    for (number, name) in names.enumerated() { await fail(name, from: 10 * number + 104) }
    await expectPause(.seconds(2), for: names[16])
    await fail(names[15])
  }

  @Test func `beyond 16,384 peers that wait, those that wait longer keep their turns`() async throws
  {
    for peer in 1...3 { await fail("ada", from: -peer) }
    for peer in 1...16_385 { await expectPause(.seconds(1), for: "ada", from: peer) }
    stopwatch.advance(.seconds(1))
    await fail("ada", from: -1)
    await expectPause(.seconds(2), for: "ada", from: 16_385)
    await fail("ada", from: 16_384)
  }

  @Test func `a turn that is not used within 2 minutes is dropped`() async {
    for peer in 66...68 { await fail("ada", from: peer) }
    for peer in 1...2 { await expectPause(.seconds(1), for: "ada", from: peer) }
    for peer in 69...70 {
      stopwatch.advance(.seconds(60))
      await fail("ada", from: peer)
    }
    await fail("ada")
    stopwatch.advance(.seconds(1))
    await expectPause(.seconds(7), for: "ada", from: 2)
  }

  @Test func `a text that is too long for a name is counted by peer only`() async {
    let text = String(repeating: "a", count: 401)
    for peer in 1...5 { await fail(text, from: peer) }
    expect(users.checks, equals: 5)
  }
}
