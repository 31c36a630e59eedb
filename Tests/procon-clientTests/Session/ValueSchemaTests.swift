import BoxClient
import BoxWire
import Expectations
import Testing

@testable import procon_client

/// Values that a user types, read by their schemas.
struct ValueSchemaTests {
  private static let definitions: JSONText = [
    "Side": ["type": "string", "enum": ["pro", "con"]],
    "Loop": ["$ref": "#/components/schemas/Loop"],
  ]

  private func value(_ schema: String, _ text: String) throws -> String? {
    let json = try JSONText(parsing: schema.utf8)
    return ValueSchema(json, Self.definitions).value(of: text)?.description
  }

  @Test(arguments: [
    (#"{"type":"string"}"#, "12", #""12""#), (#"{"type":"string"}"#, "a \"b\"", #""a \"b\"""#),
    (#"{"type":"integer"}"#, "12", "12"), (#"{"type":"number"}"#, "-1.50", "-1.50"),
    (#"{"type":"boolean"}"#, "true", "true"), (#"{"type":"boolean"}"#, "yes", "true"),
    (#"{"type":"boolean"}"#, "no", "false"), (#"{"type":"array"}"#, "[1, 2]", "[1,2]"),
    (#"{"type":"object"}"#, #"{"a":1}"#, #"{"a":1}"#),
    ("{}", "12", "12"), ("{}", "twelve", #""twelve""#), ("{}", "null", "null"),
    (#"{"type":["string","null"]}"#, "null", "null"),
    (#"{"anyOf":[{"type":"integer"},{"type":"null"}]}"#, "null", "null"),
    (##"{"$ref":"#/components/schemas/Side"}"##, "pro", #""pro""#),
    (##"{"allOf":[{"$ref":"#/components/schemas/Side"}],"default":"con"}"##, "con", #""con""#),
    (#"{"type":"integer","minimum":1,"maximum":5}"#, "5", "5"),
    (#"{"type":"string","minLength":2,"maxLength":3}"#, "äöü", #""äöü""#),
    (##"{"$ref":"#/components/schemas/Loop"}"##, "1", "1"),
  ])
  func `an allowed text becomes a value`(schema: String, text: String, json: String) throws {
    expect(try value(schema, text), equals: json)
  }

  @Test(arguments: [
    (#"{"type":"integer"}"#, "1.5"), (#"{"type":"integer"}"#, "one"), (#"{"type":"number"}"#, ""),
    (#"{"type":"boolean"}"#, "maybe"), (#"{"type":"array"}"#, "{}"),
    (##"{"$ref":"#/components/schemas/Side"}"##, "maybe"),
    (#"{"type":"integer","minimum":1,"maximum":5}"#, "6"),
    (#"{"type":"integer","minimum":1,"maximum":5}"#, "0"),
    (#"{"type":"string","minLength":2,"maxLength":3}"#, "abcd"),
    (#"{"type":"string","minLength":2,"maxLength":3}"#, "a"),
    (#"{"type":"array","maxItems":1}"#, "[1,2]"),
    (#"{"anyOf":[{"type":"integer"},{"type":"null"}]}"#, "text"),
  ])
  func `any other text is refused`(schema: String, text: String) throws {
    expect(try value(schema, text) == nil)
  }

  // MARK: Parameters

  private func parameter(_ json: String) throws -> IntentParameter {
    try require(IntentParameter(try JSONText(parsing: json.utf8), Self.definitions))
  }

  @Test func `an empty answer leaves an optional parameter out`() throws {
    let weight = try parameter(#"{"name":"weight","schema":{"type":"integer","default":1}}"#)
    expect(try weight.value(of: "") == nil)
    expect(weight.rules, equals: "whole number; default 1")
    let note = try parameter(#"{"name":"note","schema":{"type":"string"},"required":false}"#)
    expect(try note.value(of: "") == nil)
    expect(note.rules, equals: "string; optional")
  }

  @Test func `an empty answer is the value of a required string, and no value of any other`() throws
  {
    let title = try parameter(#"{"name":"title","schema":{"type":"string"},"required":true}"#)
    expect(try title.value(of: ""), equals: "")
    let count = try parameter(#"{"name":"count","schema":{"type":"integer"},"required":true}"#)
    #expect(throws: AnswerError(sentence: "count must be given")) { try count.value(of: "") }
    let side = try parameter(
      ##"{"name":"side","schema":{"$ref":"#/components/schemas/Side"},"required":true}"##)
    #expect(throws: AnswerError(sentence: "side must be given")) { try side.value(of: "") }
    #expect(throws: AnswerError(sentence: "side must be: pro or con")) {
      try side.value(of: "maybe")
    }
    expect(side.rules, equals: "pro or con; required")
  }

  @Test(arguments: [("password", true), ("token", true), ("name", false)])
  func `passwords and tokens are secret`(name: String, isSecret: Bool) throws {
    expect(try parameter(#"{"name":"\#(name)"}"#).isSecret, equals: isSecret)
  }
}
