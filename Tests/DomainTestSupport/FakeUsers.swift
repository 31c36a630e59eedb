package import Domain
import Synchronization

/// Users in memory. A test can hold its answers back, and make it unavailable.
package final class FakeUsers: UsersGateway {
  private struct State {
    var users: [String: (user: User, password: String)] = [:]
    var tokens: [String: User] = [:]
    /// The tokens with which the users of issued tokens have logged in.
    var parents: [String: String] = [:]
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

  package func issueToken(
    for user: User, from token: String?
  ) async throws(LogInError) -> (user: User, sessionToken: String) {
    state.withLock { state in
      state.issued += 1
      let new = "token \(state.issued)"
      state.tokens[new] = user
      state.parents[new] = token
      return (user, new)
    }
  }

  package func revokeToken(_ token: String, replacedBy new: String?) async {
    state.withLock { state in
      state.tokens[token] = nil
      for (child, parent) in state.parents where parent == token && child != new {
        state.tokens[child] = nil
      }
    }
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
