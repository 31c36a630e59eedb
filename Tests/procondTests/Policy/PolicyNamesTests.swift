import AccountsPlatform
import BoxWire
import Expectations
import Glibc
import OperatingSystem
import Testing

@testable import procond

@Suite struct PolicyNamesTests {
  private func names(
    _ entries: [String], _ lookup: AccountLookup = .fake, sockets: [String] = [],
    logins: Set<Principal> = []
  ) throws -> PolicyNames {
    let list = entries.map { "\n\"\($0)\"" }.joined(separator: ",")
    let text = #"{"rules":[{"may":["read"],"at":["a"],"who":[\#(list)]}]}"#
    return try PolicyNames(
      in: PolicyText(Array(text.utf8)).rules, lookup, sockets: sockets, logins: logins)
  }

  @Test func `names of the system get their IDs`() throws {
    let names = try names(
      ["user:root", "group:root", "user:0", "anyone", "token:root"], .system)
    expect(
      names.ids,
      equals: [.user(.name("root")): .user(.id(0)), .group(.name("root")): .group(.id(0))])
    expect(names.unknown.isEmpty)
  }

  @Test func `names that do not exist are reported with their lines`() throws {
    let names = try names(
      ["user:procon-nobody", "group:procon-nobody", "socket:kiosk", "socket:lamp", "user:12345"],
      .system, sockets: ["lamp"])
    expect(names.ids.isEmpty)
    expect(
      names.unknown,
      equals: [
        ConfigurationError(
          line: 2,
          message: "there is no user procon-nobody; this matches only clients that log in as "
            + "procon-nobody"),
        ConfigurationError(
          line: 3,
          message: "there is no group procon-nobody; this matches only clients that log in as "
            + "its members"),
        ConfigurationError(
          line: 4,
          message: "the daemon has inherited no socket named kiosk; this matches no clients"
        ),
      ])
  }

  @Test func `names that can log in need not exist in the system`() throws {
    var accounts = Accounts()
    let hash = try SecretHash(of: Secret("enchantress".utf8))
    try accounts.addUser("procon-ada", hash, groups: ["procon-staff"])
    let names = try names(
      ["user:procon-ada", "group:procon-staff", "user:procon-bob"], .system,
      logins: Principal.all(of: accounts))
    expect(names.unknown.map(\.line), equals: [4])
  }

  @Test func `a login with the name of a user of the system is reported`() throws {
    var accounts = Accounts()
    let hash = try SecretHash(of: Secret("enchantress".utf8))
    try accounts.addUser("root", hash, groups: ["root"])
    try accounts.addUser("procon-ada", hash, groups: [])
    let names = try names(
      ["group:root", "user:root", "user:0", "user:procon-ada"], .system,
      logins: Principal.all(of: accounts))
    expect(names.unknown.isEmpty)
    expect(
      names.ambiguous,
      equals: [
        ConfigurationError(
          line: 3,
          message: "user:root matches the user of the system and clients that log in as root; "
            + "rename the login, or use user:0 if only the user of the system is meant")
      ])
  }

  @Test func `a name is looked up and reported once`() throws {
    let rule = #"{"may":["read"],"at":["a"],"who":["user:ada","user:bob"]}"#
    let rules = try PolicyText(Array("{\"rules\":[\(rule),\n\(rule)]}".utf8)).rules
    nonisolated(unsafe) var asked: [String] = []
    let lookup = AccountLookup(
      user: {
        asked.append($0)
        return .none
      }, group: { _ in .none })
    let names = try PolicyNames(in: rules, lookup, sockets: [], logins: [])
    expect(asked, equals: ["ada", "bob"])
    expect(names.unknown.map(\.line), equals: [1, 1])
  }

  @Test func `only the first names that do not exist are reported`() throws {
    let most = PolicyNames.mostUnknown
    let entries = (0..<(most + 3)).map { "user:u\($0)" }
    expect(try names(Array(entries.prefix(most))).unknown.count, equals: most)
    let unknown = try names(entries).unknown
    expect(unknown.count, equals: most + 1)
    expect(
      unknown.last,
      equals: ConfigurationError(
        line: nil, message: "3 other users, groups and sockets do not exist"))
  }

  @Test(arguments: ["user:lost", "group:lost"])
  func `a name that cannot be looked up is an error`(entry: String) throws {
    let error = try #require(throws: ConfigurationError.self) { try names(["anyone", entry]) }
    expect(error.line, equals: 3)
    expect(
      error.message, equals: "\"\(entry)\" cannot be looked up: \(String(cString: strerror(EIO)))")
  }
}
