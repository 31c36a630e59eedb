import Domain
import Testing

@testable import AccountsPlatform

@Suite struct AccountsTests {
  private let hash = SecretHash.decoy

  @Test func `users and tokens are found by name, each as what it is`() throws {
    var accounts = Accounts()
    try accounts.addUser("ada", hash, groups: ["staff", "admin"])
    try accounts.addToken("sensor", hash)
    #expect(accounts.user("ada")?.user == User(name: "ada", groups: ["admin", "staff"]))
    #expect(accounts.token("sensor")?.user == User(name: "sensor", groups: [], token: "sensor"))
    #expect(accounts.user("sensor") == nil)
    #expect(accounts.token("ada") == nil)
    #expect(accounts.user("bob") == nil)
  }

  @Test(arguments: [
    "", " ada", "a\nb", "a\u{1B}[2J", "\u{202E}ada", String(repeating: "a", count: 101),
  ])
  func `a name must be a possible author`(name: String) {
    var accounts = Accounts()
    #expect(throws: AccountError.notAName) { try accounts.addUser(name, hash) }
    #expect(throws: AccountError.notAName) { try accounts.addToken(name, hash) }
    #expect(throws: AccountError.notAGroup) { try accounts.addUser("x", hash, groups: [name]) }
    #expect(accounts == Accounts())
  }

  @Test func `a name is that of one user or token`() throws {
    var accounts = Accounts()
    try accounts.addUser("é", hash)
    try accounts.addToken("sensor", hash)
    #expect(throws: AccountError.takenByUser) { try accounts.addToken("é", hash) }
    // The same in another normalization.
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
