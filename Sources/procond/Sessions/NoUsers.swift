internal import Domain

/// Nobody can log in, since no users are configured.
struct NoUsers: UsersGateway {
  func user(named name: String, password: String) async throws(LogInError) -> User {
    throw .unavailable(.unavailable(reason: "no users are configured"))
  }

  func user(withToken token: String) async throws(LogInError) -> User {
    throw .unavailable(.unavailable(reason: "no users are configured"))
  }

  func issueToken(for user: User) async -> String { "" }

  func revokeToken(_ token: String) async {}
}
