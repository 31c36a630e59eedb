import Expectations
import Testing

@testable import AccountsPlatform

@Suite struct IssuedTokensTests {
  private let start = ContinuousClock.now

  private func tokens(_ names: [String], perUser: Int = 2, total: Int = 4) -> IssuedTokens {
    var tokens = IssuedTokens(perUser: perUser, total: total)
    for (number, name) in names.enumerated() {
      _ = tokens.add("\(number)", of: name, at: start + .seconds(number))
    }
    return tokens
  }

  @Test func `a token is valid for 12 hours`() {
    let tokens = tokens(["ada"])
    let end = start + .seconds(12 * 3600)
    expect(tokens.user(with: "0", at: end - .nanoseconds(1)), equals: "ada")
    expect(tokens.user(with: "0", at: end) == nil)
    expect(tokens.user(with: "1", at: start) == nil)
  }

  @Test func `expired tokens are forgotten when one is issued`() {
    var tokens = tokens(["ada", "bob", "ada"])
    _ = tokens.add("new", of: "eve", at: start + .seconds(12 * 3600 + 1))
    expect(tokens.count, equals: 2)
    expect(tokens.user(with: "2", at: start), equals: "ada")
    expect(tokens.user(with: "1", at: start) == nil)
  }

  @Test func `beyond a user's limit the oldest of the user's logins ends`() {
    let tokens = tokens(["bob", "ada", "ada", "ada"])
    expect(tokens.count, equals: 3)
    expect(tokens.user(with: "0", at: start), equals: "bob")
    expect(tokens.user(with: "1", at: start) == nil)
    expect(tokens.user(with: "2", at: start), equals: "ada")
  }

  @Test func `beyond the limit of all users the oldest login of those with the most tokens ends`() {
    let tokens = tokens(["a", "b", "c", "d", "e"])
    expect(tokens.count, equals: 4)
    expect(tokens.user(with: "0", at: start) == nil)
    expect(tokens.user(with: "1", at: start), equals: "b")
    expect(tokens.user(with: "4", at: start), equals: "e")
  }

  @Test func `the limits are 1,024 tokens for a user and 65,536 for all`() {
    var tokens = IssuedTokens()
    for number in 0...IssuedTokens.perUser { _ = tokens.add("\(number)", of: "ada", at: start) }
    expect(tokens.count, equals: 1024)
    for number in 0..<IssuedTokens.total {
      _ = tokens.add("x\(number)", of: "\(number % 64)", at: start)
    }
    expect(tokens.count, equals: 65_536)
  }

  @Test func `a removed token is forgotten, an unknown one is ignored`() {
    var tokens = tokens(["ada", "ada"])
    tokens.remove("0")
    tokens.remove("0")
    tokens.remove("nonsense")
    expect(tokens.user(with: "0", at: start) == nil)
    expect(tokens.user(with: "1", at: start), equals: "ada")
    _ = tokens.add("a", of: "ada", at: start)
    expect(tokens.count, equals: 2)
  }

  @Test func `the tokens of some users are removed together`() {
    var tokens = tokens(["ada", "bob", "ada"])
    tokens.removeAll { $0 == "ada" }
    expect(tokens.count, equals: 1)
    expect(tokens.user(with: "1", at: start), equals: "bob")
  }

  // MARK: Families

  /// Adds tokens of ada, each with its parent, in order.
  private func family(_ parents: KeyValuePairs<String, String?>, perUser: Int = 8) -> IssuedTokens {
    var tokens = IssuedTokens(perUser: perUser, total: 8)
    for (hash, parent) in parents { _ = tokens.add(hash, of: "ada", from: parent, at: start) }
    return tokens
  }

  private func valid(_ tokens: IssuedTokens) -> String {
    "abcdefgh".filter { tokens.user(with: "\($0)", at: start) != nil }
  }

  @Test func `a token needs a valid parent of the same user`() {
    var tokens = family(["a": nil])
    var areAdded = [
      tokens.add("b", of: "bob", from: "a", at: start),
      tokens.add("b", of: "ada", from: "x", at: start),
    ]
    areAdded.append(tokens.add("b", of: "ada", from: "a", at: start + .seconds(12 * 3600)))
    expect(areAdded, equals: [false, false, false])
    expect(tokens.count, equals: 0)
  }

  @Test func `a removed token takes its descendants along, not the others`() {
    var tokens = family(["a": nil, "b": "a", "c": "b", "d": "a", "e": "c", "f": nil])
    tokens.remove("b")
    expect(valid(tokens), equals: "adf")
    tokens.remove("a")
    expect(valid(tokens), equals: "f")
    expect(tokens.count, equals: 1)
  }

  @Test func `a descendant can take the place of a removed token`() {
    var tokens = family(["a": nil, "b": "a", "c": "b", "d": "c", "e": "a"])
    tokens.remove("a", replacedBy: "c")
    expect(valid(tokens), equals: "cd")
    tokens.remove("c", replacedBy: "x")
    expect(tokens.count, equals: 0)
    tokens = family(["a": nil, "b": "a", "c": "b"])
    tokens.remove("b", replacedBy: "c")
    tokens.remove("a")
    expect(tokens.count, equals: 0)
  }

  @Test func `beyond a user's limit the largest family loses its oldest token but the first`() {
    var tokens = family(["a": nil, "b": nil, "c": "b", "d": "c", "e": "d"], perUser: 4)
    expect(valid(tokens), equals: "abde")
    // The children of a lost token are those of its parent.
    _ = tokens.add("f", of: "ada", from: "e", at: start)
    expect(valid(tokens), equals: "abef")
    tokens.remove("b")
    expect(valid(tokens), equals: "a")
  }

  @Test func `beyond the limit of all users the one with the most tokens loses one`() {
    var tokens = IssuedTokens(perUser: 8, total: 3)
    for (hash, user) in [("a", "ada"), ("b", "bob"), ("c", "bob"), ("d", "eve")] {
      _ = tokens.add(hash, of: user, at: start)
    }
    expect(valid(tokens), equals: "acd")
  }
}
