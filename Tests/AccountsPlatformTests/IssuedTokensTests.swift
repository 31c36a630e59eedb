import Testing

@testable import AccountsPlatform

@Suite struct IssuedTokensTests {
  private let start = ContinuousClock.now

  private func tokens(_ names: [String], perUser: Int = 2, total: Int = 4) -> IssuedTokens {
    var tokens = IssuedTokens(perUser: perUser, total: total)
    for (number, name) in names.enumerated() {
      tokens.add("\(number)", of: name, at: start + .seconds(number))
    }
    return tokens
  }

  @Test func `a token is valid for 12 hours`() {
    let tokens = tokens(["ada"])
    let end = start + .seconds(12 * 3600)
    #expect(tokens.user(with: "0", at: end - .nanoseconds(1)) == "ada")
    #expect(tokens.user(with: "0", at: end) == nil)
    #expect(tokens.user(with: "1", at: start) == nil)
  }

  @Test func `expired tokens are forgotten when one is issued`() {
    var tokens = tokens(["ada", "bob", "ada"])
    tokens.add("new", of: "eve", at: start + .seconds(12 * 3600 + 1))
    #expect(tokens.count == 2)
    #expect(tokens.user(with: "2", at: start) == "ada")
    #expect(tokens.user(with: "1", at: start) == nil)
  }

  @Test func `beyond a user's limit the user's oldest token ends`() {
    let tokens = tokens(["bob", "ada", "ada", "ada"])
    #expect(tokens.count == 3)
    #expect(tokens.user(with: "0", at: start) == "bob")
    #expect(tokens.user(with: "1", at: start) == nil)
    #expect(tokens.user(with: "2", at: start) == "ada")
  }

  @Test func `beyond the limit of all users the oldest token ends`() {
    let tokens = tokens(["a", "b", "c", "d", "e"])
    #expect(tokens.count == 4)
    #expect(tokens.user(with: "0", at: start) == nil)
    #expect(tokens.user(with: "1", at: start) == "b")
    #expect(tokens.user(with: "4", at: start) == "e")
  }

  @Test func `the limits are 1,024 tokens for a user and 65,536 for all`() {
    var tokens = IssuedTokens()
    for number in 0...IssuedTokens.perUser { tokens.add("\(number)", of: "ada", at: start) }
    #expect(tokens.count == 1024)
    for number in 0..<IssuedTokens.total {
      tokens.add("x\(number)", of: "\(number % 64)", at: start)
    }
    #expect(tokens.count == 65_536)
  }

  @Test func `a removed token is forgotten, an unknown one is ignored`() {
    var tokens = tokens(["ada", "ada"])
    tokens.remove("0")
    tokens.remove("0")
    tokens.remove("nonsense")
    #expect(tokens.user(with: "0", at: start) == nil)
    #expect(tokens.user(with: "1", at: start) == "ada")
    tokens.add("a", of: "ada", at: start)
    #expect(tokens.count == 2)
  }

  @Test func `the tokens of some users are removed together`() {
    var tokens = tokens(["ada", "bob", "ada"])
    tokens.removeAll { $0 == "ada" }
    #expect(tokens.count == 1)
    #expect(tokens.user(with: "1", at: start) == "bob")
  }
}
