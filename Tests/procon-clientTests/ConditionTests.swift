import BoxWire
import Expectations
import Testing

@testable import procon_client

struct ConditionTests {
  private func holds(_ condition: String, _ value: String) throws -> Bool {
    Condition(argument: condition).holds(for: try JSONText(parsing: value.utf8))
  }

  @Test(arguments: [
    ("done", #""done""#), (#""5""#, #""5""#), ("5", "5.0"), ("5e0", "5"), ("true", "true"),
    ("null", "null"), (#"{"b":1,"a":[2]}"#, #"{"a":[2.0],"b":1}"#), ("é", #""\u00e9""#),
    ("", #""""#), ("01", #""01""#), (">=x", #"">=x""#), ("=5", #""=5""#),
    ("9223372036854775807", "9223372036854775807"),
  ])
  func `equal JSON is equal in any spelling`(condition: String, value: String) throws {
    expect(try holds(condition, value))
    expect(try !holds("!=\(condition)", value))
  }

  @Test(arguments: [
    ("5", #""5""#), ("done", #""Done""#), ("[1]", "[1,2]"), (#"{"a":1}"#, #"{"a":1,"b":2}"#),
    (#"{"a":1}"#, #"{"b":1}"#), ("e\u{301}", #""é""#), ("0", "false"), ("null", "0"),
    ("9223372036854775807", "9223372036854775806"), ("1e999", "5"),
  ])
  func `other values are not equal`(condition: String, value: String) throws {
    expect(try !holds(condition, value))
    expect(try holds("!=\(condition)", value))
  }

  @Test func `relations compare numbers`() throws {
    expect(try holds(">=5", "5"))
    expect(try holds(">5", "5.01"))
    expect(try !holds(">5", "5"))
    expect(try holds("<=-1.5", "-1.5"))
    expect(try holds("< 2", "1"))
    expect(try !holds("<2", "2"))
    expect(try !holds("<2", #""1""#))
    expect(try !holds(">=0", "null"))
  }
}
