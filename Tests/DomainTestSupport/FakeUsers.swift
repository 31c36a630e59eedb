package import Domain
import Synchronization

/// Users in memory. A test can hold its answers back, and make it unavailable.
package final class FakeUsers: UsersGateway {
  private struct State {
    var users: [String: (user: User, password: String)] = [:]
    var tokens: [String: User] = [:]
    var issued = 0
    var checks = 0
    var concurrent = 0
    var mostConcurrent = 0
    var failure: StoreError?
    var holds = false
  }

  private let state: Mutex<State>
  private let calls: AsyncStream<HeldCall>
  private let arrivals: AsyncStream<HeldCall>.Continuation

  /// - Parameters:
  ///   - passwords: the users, by name.
  ///   - programs: the users of programs, by token.
  package init(passwords: [String: String], programs: [String: User] = [:]) {
    var state = State(tokens: programs)
    for (name, password) in passwords {
      state.users[name] = (User(name: name, groups: []), password)
    }
    self.state = Mutex(state)
    (calls, arrivals) = AsyncStream.makeStream()
  }

  /// The number of names and tokens that were checked.
  package var checks: Int { state.withLock { $0.checks } }

  /// The greatest number of checks that were in progress at the same time.
  package var mostConcurrent: Int { state.withLock { $0.mostConcurrent } }

  /// Whether a token can be used to log in.
  package func accepts(_ token: String) -> Bool { state.withLock { $0.tokens[token] != nil } }

  /// Makes every check throw this error from now on; nil to make them work again.
  package func fail(_ error: StoreError?) { state.withLock { $0.failure = error } }

  /// Holds back the answers of all checks from now on, or of none: see ``nextCall()``.
  package func hold(_ holds: Bool = true) { state.withLock { $0.holds = holds } }

  /// The next check that is held back, in order of arrival; waits until there is one.
  package func nextCall() async -> HeldCall {
    var iterator = calls.makeAsyncIterator()
    guard let call = await iterator.next() else { preconditionFailure("the test was cancelled") }
    return call
  }

  package func user(named name: String, password: String) async throws(LogInError) -> User {
    try await check { state in
      state.users[name].flatMap { $0.password == password ? $0.user : nil }
    }
  }

  package func user(withToken token: String) async throws(LogInError) -> User {
    try await check { $0.tokens[token] }
  }

  package func issueToken(for user: User) async -> String {
    state.withLock { state in
      state.issued += 1
      state.tokens["token \(state.issued)"] = user
      return "token \(state.issued)"
    }
  }

  package func revokeToken(_ token: String) async {
    state.withLock { $0.tokens[token] = nil }
  }

  private func check(
    _ find: @Sendable (borrowing State) -> User?
  ) async throws(LogInError) -> User {
    let isHeld = state.withLock { state in
      state.checks += 1
      state.concurrent += 1
      state.mostConcurrent = max(state.mostConcurrent, state.concurrent)
      return state.holds
    }
    defer { state.withLock { $0.concurrent -= 1 } }
    if isHeld {
      let call = HeldCall()
      arrivals.yield(call)
      await call.work {}
    }
    let (user, failure) = state.withLock { (find($0), $0.failure) }
    if let failure { throw .unavailable(failure) }
    guard let user else { throw .refused }
    return user
  }
}
