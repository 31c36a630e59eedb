import Domain
import DomainTestSupport
import Testing

/// Attempts to log in that overlap.
@Suite(.timeLimit(.minutes(1))) struct LogInQueueTests {
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
    #expect(users.mostConcurrent == 2)
  }

  @MainActor @Test func `attempts that waited together do not escape the pause`() async {
    let logIn = slowLogIn()
    let attempts = (1...50).map { _ in
      Task { try await logIn(name: "ada", password: "wrong", from: 1) }
    }
    let calls = [await users.nextCall(), await users.nextCall()]
    users.hold(false)
    for call in calls { call.release() }
    for attempt in attempts { await #expect(throws: LogInError.self) { try await attempt.value } }
    // Three failures, and one that may be in progress at the third.
    #expect((3...4).contains(users.checks))
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
    #expect(users.checks == 2)
  }
}
