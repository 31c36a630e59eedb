import Domain
import Expectations
import Glibc
import Synchronization
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import AccountsPlatform

@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10))) struct AccountsGatewayTests {
  /// The settings with which hashes were computed, in order.
  private let hashes = Journal<String>()

  @LoopActor
  private func gateway(_ accounts: Accounts?) -> AccountsGateway {
    AccountsGateway(accounts) { [hashes] secret, setting throws(LoopError) in
      hashes.note(setting)
      return try Crypt.hash(secret, setting)
    }
  }

  // MARK: Passwords

  @LoopActor
  @Test func `the right password logs in`() async throws {
    let users = gateway(try Accounts.example())
    let user = try await users.user(named: "ada", password: "lovelace")
    expect(user, equals: User(name: "ada", groups: ["staff"]))
    expect(hashes.events.count, equals: 1)
  }

  @LoopActor
  @Test(arguments: [("ada", "wrong"), ("nobody", "lovelace"), ("sensor", "s3cr.et"), ("", "x")])
  func `a wrong password and an unknown name cost one hash and get the same answer`(
    name: String, password: String
  ) async throws {
    let users = gateway(try Accounts.example())
    await #expect(throws: LogInError.refused) {
      try await users.user(named: name, password: password)
    }
    expect(hashes.events.count, equals: 1)
    // At the cost of the others.
    expect(hashes.events.first?.hasPrefix("$y$j75$"), equals: true)
  }

  @LoopActor
  @Test(arguments: ["", "a\0b", String(repeating: "x", count: 512)])
  func `a text that cannot be a password costs a hash as well, for any name`(
    password: String
  ) async throws {
    let users = gateway(try Accounts.example())
    for name in ["ada", "nobody"] {
      await #expect(throws: LogInError.refused) {
        try await users.user(named: name, password: password)
      }
    }
    await #expect(throws: LogInError.refused) { try await users.user(withToken: password) }
    await #expect(throws: LogInError.refused) {
      try await users.user(withToken: "sensor.\(password)")
    }
    expect(hashes.events.count, equals: 4)
  }

  @LoopActor
  @Test func `without users in the file each attempt still costs a hash`() async throws {
    let users = gateway(Accounts())
    await #expect(throws: LogInError.refused) { try await users.user(named: "ada", password: "x") }
    await #expect(throws: LogInError.refused) { try await users.user(withToken: "sensor.x") }
    expect(hashes.events, equals: [SecretHash.decoy.text, SecretHash.decoy.text])
  }

  @LoopActor
  @Test func `without a file the reason names the key`() async throws {
    let users = gateway(nil)
    let error = LogInError.unavailable(
      .unavailable(
        reason: "no users are configured; name a file with \"users\" in the configuration"))
    await #expect(throws: error) { try await users.user(named: "ada", password: "lovelace") }
    await #expect(throws: error) { try await users.user(withToken: "sensor.s3cr.et") }
    users.update(to: try Accounts.example())
    expect(try await users.user(named: "ada", password: "lovelace").name, equals: "ada")
    users.update(to: nil)
    await #expect(throws: error) { try await users.user(named: "ada", password: "lovelace") }
  }

  @LoopActor
  @Test func `a hash that the system cannot compute is not a wrong password`() async throws {
    let users = AccountsGateway(
      try Accounts.example(),
      hashing: { _, _ throws(LoopError) in throw LoopError(operation: "crypt", code: ENOMEM) })
    let error = LogInError.unavailable(.unavailable(reason: "Cannot allocate memory"))
    await #expect(throws: error) { try await users.user(named: "ada", password: "lovelace") }
    await #expect(throws: error) { try await users.user(named: "nobody", password: "lovelace") }
    await #expect(throws: error) {
      try await users.issueToken(for: User(name: "ada", groups: []), from: nil)
    }
    await #expect(throws: error) { try await users.user(withToken: "token") }
  }

  // MARK: Tokens

  @LoopActor
  @Test func `a configured token logs in with the groups of its name`() async throws {
    let users = gateway(try Accounts.example())
    let user = try await users.user(withToken: "sensor.s3cr.et")
    expect(user, equals: User(name: "sensor", groups: ["machines"], token: "sensor"))
    expect(hashes.events.count, equals: 1)
  }

  @LoopActor
  @Test(arguments: ["sensor.wrong", "nobody.s3cr.et", "ada.lovelace", ".x", "s3cr3t", "sensor"])
  func `a wrong token costs one hash`(token: String) async throws {
    let users = gateway(try Accounts.example())
    await #expect(throws: LogInError.refused) { try await users.user(withToken: token) }
    expect(hashes.events.count, equals: 1)
  }

  @LoopActor
  @Test func `an issued token logs in as its user until it is revoked`() async throws {
    let users = gateway(try Accounts.example())
    let ada = try await users.user(named: "ada", password: "lovelace")
    let sensor = try await users.user(withToken: "sensor.s3cr.et")
    let first = try await users.issueToken(for: ada, from: nil).sessionToken
    let second = try await users.issueToken(for: ada, from: nil).sessionToken
    let third = try await users.issueToken(for: sensor, from: nil).sessionToken
    expect(first.wholeMatch(of: /[0-9a-f]{64}/) != nil)
    expect(Set([first, second, third]).count, equals: 3)
    expect(try await users.user(withToken: first), equals: ada)
    expect(try await users.user(withToken: third), equals: sensor)
    await users.revokeToken(first, replacedBy: nil)
    await users.revokeToken("nonsense", replacedBy: nil)
    await users.revokeToken("", replacedBy: nil)
    await #expect(throws: LogInError.refused) { try await users.user(withToken: first) }
    expect(try await users.user(withToken: second), equals: ada)
  }

  @LoopActor
  @Test func `an issued token expires after 12 hours, or with the daemon`() async throws {
    let clock = Mutex(ContinuousClock.now)
    let now = { @Sendable in clock.withLock { $0 } }
    let users = AccountsGateway(try Accounts.example(), hashing: Crypt.hash, now: now)
    let ada = User(name: "ada", groups: ["staff"])
    let token = try await users.issueToken(for: ada, from: nil).sessionToken
    clock.withLock { $0 += .seconds(12 * 3600 - 1) }
    expect(try await users.user(withToken: token), equals: ada)
    await #expect(throws: LogInError.refused) {
      try await gateway(Accounts.example()).user(withToken: token)
    }
    clock.withLock { $0 += .seconds(1) }
    await #expect(throws: LogInError.refused) { try await users.user(withToken: token) }
  }

  @LoopActor
  @Test func `a token that was issued for a token expires and ends with it`() async throws {
    let clock = Mutex(ContinuousClock.now)
    let users = AccountsGateway(try Accounts.example(), hashing: Crypt.hash) {
      clock.withLock { $0 }
    }
    let ada = User(name: "ada", groups: ["staff"])
    let first = try await users.issueToken(for: ada, from: nil).sessionToken
    let other = try await users.issueToken(for: ada, from: nil).sessionToken
    clock.withLock { $0 += .seconds(12 * 3600 - 1) }
    let second = try await users.issueToken(for: ada, from: first).sessionToken
    let third = try await users.issueToken(for: ada, from: second).sessionToken
    let fourth = try await users.issueToken(for: ada, from: other).sessionToken
    expect(try await users.user(withToken: third), equals: ada)
    await users.revokeToken(first, replacedBy: nil)
    for token in [first, second, third] {
      await #expect(throws: LogInError.refused) { try await users.user(withToken: token) }
      await #expect(throws: LogInError.refused) {
        try await users.issueToken(for: ada, from: token)
      }
    }
    expect(try await users.user(withToken: fourth), equals: ada)
    clock.withLock { $0 += .seconds(1) }
    await #expect(throws: LogInError.refused) { try await users.user(withToken: fourth) }
  }

  @LoopActor
  @Test func `a session's next token stays valid when the one before ends`() async throws {
    let users = gateway(try Accounts.example())
    let ada = User(name: "ada", groups: ["staff"])
    let first = try await users.issueToken(for: ada, from: nil).sessionToken
    let second = try await users.issueToken(for: ada, from: first).sessionToken
    await users.revokeToken(first, replacedBy: second)
    await #expect(throws: LogInError.refused) { try await users.user(withToken: first) }
    expect(try await users.user(withToken: second), equals: ada)
    let sensor = User(name: "sensor", groups: ["machines"], token: "sensor")
    let third = try await users.issueToken(for: sensor, from: "sensor.s3cr.et").sessionToken
    expect(try await users.user(withToken: third), equals: sensor)
  }

  @LoopActor
  @Test func `a user who is not in the file gets no token`() async throws {
    let users = gateway(try Accounts.example())
    await #expect(throws: LogInError.refused) {
      try await users.issueToken(for: User(name: "eve", groups: []), from: nil)
    }
  }

  @LoopActor
  @Test func `what is kept of an issued token does not log in`() async throws {
    let users = gateway(try Accounts.example())
    let token = try await users.issueToken(for: User(name: "ada", groups: []), from: nil)
      .sessionToken
    let setting = try require(hashes.events.last)
    let kept = try Crypt.hash(Secret(token.utf8), setting)
    expect(!setting.contains(token))
    await #expect(throws: LogInError.refused) { try await users.user(withToken: kept) }
  }

  // MARK: Reload

  @LoopActor
  @Test func `after a reload a token has the new groups of its user`() async throws {
    let users = gateway(try Accounts.example())
    let token = try await users.issueToken(for: User(name: "ada", groups: ["staff"]), from: nil)
      .sessionToken
    var changed = Accounts()
    try changed.addUser("ada", SecretHash.cheap("lovelace", salt: "ada."), groups: ["guests"])
    users.update(to: changed)
    expect(try await users.user(withToken: token).groups, equals: ["guests"])
  }

  @LoopActor
  @Test func `a reload says what became of the users who are logged in`() async throws {
    let users = gateway(try Accounts.example())
    let names = ["ada", "bob", "sensor", "eve"].map { User(name: $0, groups: []) }
    let same = names.map(users.update(to: try .example()))
    expect(same.map { $0?.name }, equals: ["ada", "bob", "sensor", nil])
    var changed = Accounts()
    try changed.addUser("bob", .cheap("builder", salt: "bob."), groups: ["guests"])
    try changed.addUser("ada", .cheap("byron", salt: "ada."))
    // A user instead of a program, with the same secret.
    try changed.addUser("sensor", .cheap("s3cr.et", salt: "sens"))
    let current = names.map(users.update(to: changed))
    expect(current, equals: [nil, User(name: "bob", groups: ["guests"]), nil, nil])
    expect(names.compactMap(users.update(to: nil)).isEmpty)
    expect(names.compactMap(users.update(to: changed)).isEmpty)
  }

  @LoopActor
  @Test func `after a reload the tokens of changed and removed users are not valid`() async throws {
    let users = gateway(try Accounts.example())
    var tokens: [String] = []
    for name in ["ada", "bob", "sensor"] {
      tokens.append(
        try await users.issueToken(for: User(name: name, groups: []), from: nil).sessionToken)
    }
    var changed = try Accounts.example(ada: "byron")
    users.update(to: changed)
    await #expect(throws: LogInError.refused) { try await users.user(withToken: tokens[0]) }
    await #expect(throws: LogInError.refused) {
      try await users.user(named: "ada", password: "lovelace")
    }
    expect(try await users.user(named: "ada", password: "byron").name, equals: "ada")
    expect(try await users.user(withToken: tokens[1]).name, equals: "bob")
    expect(try await users.user(withToken: tokens[2]).token, equals: "sensor")
    changed = Accounts()
    users.update(to: changed)
    // Not even if the same user returns.
    users.update(to: try Accounts.example())
    for token in tokens {
      await #expect(throws: LogInError.refused) { try await users.user(withToken: token) }
    }
  }
}
