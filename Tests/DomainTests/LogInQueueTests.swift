import Domain
import DomainTestSupport
import Expectations
import Testing

/// Attempts to log in that overlap.
@Suite(.timeLimit(.minutes(10))) struct LogInQueueTests {
  private let users = FakeUsers(passwords: ["ada": "right"])

  private func slowLogIn() -> LogIn {
    users.hold()
    return LogIn(gateway: users) { .zero }
  }

  @MainActor @Test func `two attempts run at a time, the others wait in order`() async throws {
    let logIn = slowLogIn()
    let attempts = (1...5).map { peer in
      Task { try await logIn(name: "ada", password: "right", from: peer) }
    }
    for attempt in attempts {
      await users.nextCall().release()
      _ = try await attempt.value
    }
    expect(users.mostConcurrent, equals: 2)
  }

  @MainActor @Test func `peers take turns, however many attempts one of them makes`() async throws {
    let logIn = slowLogIn()
    let crowd = (1...34).map { _ in
      Task { try await logIn(name: "ada", password: "right", from: 1) }
    }
    let calls = [await users.nextCall(), await users.nextCall()]
    let other = Task { try await logIn(name: "ada", password: "right", from: 2) }
    calls[0].release()
    // The next turn is the crowd's, the one after it the other peer's.
    let third = await users.nextCall()
    calls[1].release()
    let fourth = await users.nextCall()
    users.hold(false)
    fourth.release()
    _ = try await other.value
    expect(users.checks < 34)
    third.release()
    for attempt in crowd { _ = try await attempt.value }
  }

  @MainActor @Test func `beyond 32 waiting attempts of a peer, its next one is refused`()
    async throws
  {
    let logIn = slowLogIn()
    let running = (1...2).map { _ in
      Task { try await logIn(name: "ada", password: "right", from: 1) }
    }
    let calls = [await users.nextCall(), await users.nextCall()]
    let attempts = (1...33).map { _ in
      Task { try await logIn(name: "ada", password: "right", from: 1) }
    }
    await #expect(throws: LogInError.tooEarly(retryAfter: .seconds(1))) {
      try await attempts[32].value
    }
    let other = Task { try await logIn(name: "ada", password: "right", from: 2) }
    users.hold(false)
    for call in calls { call.release() }
    _ = try await other.value
    for attempt in running + attempts.dropLast() { _ = try await attempt.value }
    _ = try await logIn(name: "ada", password: "right", from: 1)
  }

  @MainActor @Test func `attempts that waited together do not escape the pause`() async {
    let logIn = slowLogIn()
    let attempts = (1...30).map { _ in
      Task { try await logIn(name: "ada", password: "wrong", from: 1) }
    }
    let calls = [await users.nextCall(), await users.nextCall()]
    users.hold(false)
    for call in calls { call.release() }
    for attempt in attempts { await #expect(throws: LogInError.self) { try await attempt.value } }
    // Three failures, and one that may be in progress at the third.
    expect((3...4).contains(users.checks))
  }

  @MainActor @Test func `a cancelled attempt is not made when its turn comes`() async throws {
    let logIn = slowLogIn()
    let first = Task { try await logIn(name: "ada", password: "right", from: 1) }
    let second = Task { try await logIn(name: "ada", password: "right", from: 2) }
    let calls = [await users.nextCall(), await users.nextCall()]
    let third = Task { try await logIn(name: "ada", password: "right", from: 3) }
    third.cancel()
    for call in calls { call.release() }
    _ = try await (first.value, second.value)
    await #expect(throws: LogInError.refused) { try await third.value }
    expect(users.checks, equals: 2)
  }
}
