import BoxServer
import BoxWire
import Expectations
import Testing

@testable import procond

@Suite struct PolicyTextTests {
  @Test func `a rule is read as it is written`() throws {
    let rules = try rules(
      #"""
      [{"who":["group:staff","token:sensor","user:1000","socket:kiosk","anyone"],
        "may":["read","set","delete","call"],"at":["shared.weather.**","topics.*.pros.add"]},
       {"at":["daemon.info"],"may":["read"],"who":["user:a:b"]}]
      """#)
    expect(
      rules[0].who.map(\.principal),
      equals: [
        .group(.name("staff")), .token("sensor"), .user(.id(1000)), .socket("kiosk"), .anyone,
      ])
    expect(rules[0].may, equals: Rights.Action.allCases)
    expect(rules[0].at.map(\.text), equals: ["shared.weather.**", "topics.*.pros.add"])
    expect(rules[1].who.map(\.principal), equals: [.user(.name("a:b"))])
  }

  @Test func `an empty list of rules is allowed`() throws {
    expect(try rules("[]").isEmpty)
  }

  @Test(arguments: [
    ("", 1, "not JSON: unexpected end"),
    ("{\n\"rules\":[\n}", 3, "not JSON: unexpected character"),
    ("[]", nil, "it must be an object"), ("{}", nil, "it has no key rules"),
    ("{\n\"rule\":[]}", 2, #"there is no key "rule"; there are rules"#),
    ("{\"rules\":[],\n\"rules\":[]}", 2, "duplicate key rules; first used on line 1"),
    ("{\n\"rules\":{}}", 2, "rules cannot be {}: it must be an array of rules"),
    (
      "{\"rules\":[\n\n3]}", 3,
      "a rule cannot be 3: it must be an object with the keys who, may, at"
    ),
  ])
  func `a mistake in the file is reported with its line`(
    text: String, line: Int?, message: String
  ) {
    expect(mistake(text), equals: ConfigurationError(line: line, message: message))
  }

  @Test(arguments: [
    (#""may":["read"],"at":["a"]"#, "this rule has no key who"),
    (#""who":["anyone"],"at":["a"]"#, "this rule has no key may"),
    (#""who":["anyone"],"may":["read"]"#, "this rule has no key at"),
    (#""who":["anyone"],"whom":[]"#, #"there is no key "whom"; there are who, may, at"#),
    (#""who":["anyone"],"who":["anyone"]"#, "duplicate key who; first used on line 3"),
  ])
  func `a rule without one of its keys, or with another, is a mistake`(
    members: String, message: String
  ) {
    expect(
      mistake("{\"rules\":[\n\n{\(members)}]}"),
      equals: ConfigurationError(line: 3, message: message))
  }

  private static let who = "user:NAME, group:NAME, token:NAME, socket:NAME or anyone"

  @Test(arguments: [
    ("who", "3", "an array of at least one string, each of them \(who)"),
    ("who", "[]", "an array of at least one string, each of them \(who)"),
    ("may", #""read""#, "an array of at least one string, each of them read, set, delete or call"),
    (
      "at", "{}",
      "an array of at least one string, each of them a pattern such as shared.weather.**"
    ),
  ])
  func `what is not an array, or empty, is a mistake`(key: String, value: String, allowed: String) {
    expect(
      mistake(in: key, "\n\n\(value)"),
      equals: ConfigurationError(
        line: 2, message: "\(key) cannot be \(value): it must be \(allowed)"))
  }

  @Test(arguments: [
    "3", "null", #""""#, #""everyone""#, #""ada""#, #""users:ada""#, #""user:""#, #""user: ada""#,
    #""user:ada ""#, #""token:a\u0000b""#, #""socket:a\nb""#, #""Anyone""#, #""user:007""#,
    #""user:4294967295""#, #""group:4294967296""#, #""group:""#, #"["anyone"]"#,
  ])
  func `an entry of who that cannot be meant is a mistake`(entry: String) {
    expect(
      mistake(in: "who", "[\"anyone\",\n\(entry)]"),
      equals: ConfigurationError(
        line: 3, message: "who cannot contain \(entry): it must be \(Self.who)"))
  }

  @Test(arguments: [#""Read""#, #""subscribe""#, "true"])
  func `an action that does not exist is a mistake`(action: String) {
    expect(
      mistake(in: "may", "[\"read\",\n\(action)]"),
      equals: ConfigurationError(
        line: 3, message: "may cannot contain \(action): it must be read, set, delete or call"))
  }

  @Test(arguments: [#""""#, #""a..b""#, #""**.a""#, #""a b""#, #""*.*.*.*""#, "1"])
  func `what is not a pattern is a mistake`(pattern: String) {
    expect(
      mistake(in: "at", "[\"a\",\n\(pattern)]"),
      equals: ConfigurationError(
        line: 3,
        message: "at cannot contain \(pattern): it must be a pattern such as shared.weather.**"))
  }

  @Test(arguments: ["session", "session.**", "session.route"])
  func `a pattern under session is a mistake`(pattern: String) {
    expect(
      mistake(in: "at", "[\"a\",\n\"\(pattern)\"]"),
      equals: ConfigurationError(
        line: 3, message: "at cannot contain \(pattern): session is open to everyone"))
    expect(mistake(in: "at", "[\"sessions.**\",\"*.**\",\"daemon.**\"]") == nil)
  }

  @Test(arguments: [("who", "anyone"), ("may", "read"), ("at", "shared.**")])
  func `a duplicate is a mistake`(key: String, value: String) {
    expect(
      mistake(in: key, "[\"\(value)\",\n\n\"\(value)\"]"),
      equals: ConfigurationError(
        line: 4, message: "duplicate \"\(value)\" in \(key); first used on line 2"))
  }

  @Test func `a file has at most 1000 rules`() throws {
    let rule = #"{"who":["anyone"],"may":["read"],"at":["a"]}"#
    func list(_ count: Int) -> String {
      Array(repeating: rule, count: count).joined(separator: ",\n")
    }
    expect(try rules("[\(list(1000))]").count, equals: 1000)
    expect(
      mistake("{\"rules\":[\(list(1001))]}"),
      equals: ConfigurationError(line: 1001, message: "there are 1001 rules; the maximum is 1000"))
  }

  private func rules(_ array: String) throws -> [PolicyRule] {
    try PolicyText(Array(#"{"rules":\#(array)}"#.utf8)).rules
  }

  /// The mistake in a text; nil if there is none.
  private func mistake(_ text: String) -> ConfigurationError? {
    do throws(ConfigurationError) {
      _ = try PolicyText(Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  /// The mistake in a file whose only rule has this value, which begins on line 2, for a key.
  private func mistake(in key: String, _ value: String) -> ConfigurationError? {
    var values = ["who": #"["anyone"]"#, "may": #"["read"]"#, "at": #"["a"]"#]
    values[key] = nil
    let others = values.map { "\"\($0)\":\($1)" }.joined(separator: ",")
    return mistake("{\"rules\":[{\(others),\n\"\(key)\":\(value)}]}")
  }
}
