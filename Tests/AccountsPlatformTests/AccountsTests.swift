import Domain
import Expectations
import Testing

@testable import AccountsPlatform

@Suite struct AccountsTests {
  private let hash = SecretHash.decoy

  @Test func `users and tokens are found by name, each as what it is`() throws {
    var accounts = Accounts()
    try accounts.addUser("ada", hash, groups: ["staff", "admin"])
    try accounts.addToken("sensor", hash)
    expect(accounts.user("ada")?.user, equals: User(name: "ada", groups: ["admin", "staff"]))
    expect(
      accounts.token("sensor")?.user, equals: User(name: "sensor", groups: [], token: "sensor"))
    expect(accounts.user("sensor") == nil)
    expect(accounts.token("ada") == nil)
    expect(accounts.user("bob") == nil)
  }

  @Test(arguments: [
    "", " ada", "a\nb", "a\u{1B}[2J", "\u{202E}ada", String(repeating: "a", count: 101),
  ])
  func `a name must be a possible author`(name: String) {
    var accounts = Accounts()
    #expect(throws: AccountError.notAName) { try accounts.addUser(name, hash) }
    #expect(throws: AccountError.notAName) { try accounts.addToken(name, hash) }
    #expect(throws: AccountError.notAGroup) { try accounts.addUser("x", hash, groups: [name]) }
    expect(accounts, equals: Accounts())
  }

  @Test(arguments: ["ad\u{200B}a", "ada\u{200D}", "\u{FEFF}ada", "ad\u{AD}a"])
  func `a name has no character that cannot be seen`(name: String) throws {
    let hidden = try require(name.unicodeScalars.first { $0.value > 0x7F })
    var accounts = Accounts()
    let error = AccountError.hiddenCharacter(hidden)
    #expect(throws: error) { try accounts.addUser(name, hash) }
    #expect(throws: error) { try accounts.addToken(name, hash) }
    #expect(throws: error) { try accounts.addUser("x", hash, groups: [name]) }
  }

  @Test func `a name is that of one user or token`() throws {
    var accounts = Accounts()
    try accounts.addUser("é", hash)
    try accounts.addToken("sensor", hash)
    #expect(throws: AccountError.takenByUser) { try accounts.addToken("é", hash) }
    // An equal name in another normalization.
    #expect(throws: AccountError.takenByUser) { try accounts.addUser("e\u{301}", hash) }
    #expect(throws: AccountError.takenByToken) { try accounts.addUser("sensor", hash) }
  }

  @Test func `a token has no dot in its name, a user may`() throws {
    var accounts = Accounts()
    #expect(throws: AccountError.dotInToken) { try accounts.addToken("a.b", hash) }
    try accounts.addUser("ada.lovelace", hash)
  }

  @Test func `a group is named once`() {
    var accounts = Accounts()
    #expect(throws: AccountError.repeatedGroup) {
      try accounts.addUser("ada", hash, groups: ["staff", "staff"])
    }
  }
}
