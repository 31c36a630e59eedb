import BoxWire
import BoxWireTestSupport
import Testing

/// The validator that other tests rely on: it must be able to fail.
struct JSONSchemaValidatorTests {
  private static let document = #"{"a":{"Word":{"type":"string"}}}"#

  private func keeps(_ value: String, _ schema: String, isClosed: Bool = false) throws -> Bool {
    let validator = JSONSchemaValidator(
      try JSONText(parsing: Self.document.utf8), isClosed: isClosed)
    return try validator.faults(
      of: JSONText(parsing: value.utf8), against: JSONText(parsing: schema.utf8)
    ).isEmpty
  }

  @Test func `a value keeps a schema or breaks it`() throws {
    for test in Self.cases {
      for value in test.kept { #expect(try keeps(value, test.schema), "\(value)") }
      for value in test.broken { #expect(try !keeps(value, test.schema), "\(value)") }
    }
  }

  @Test func `a closed validator refuses what is not described`() throws {
    let schema = #"{"properties":{"a":{"properties":{"b":{}}}}}"#
    #expect(try keeps(#"{"a":{"b":1}}"#, schema, isClosed: true))
    #expect(try !keeps(#"{"a":{"b":1},"c":1}"#, schema, isClosed: true))
    #expect(try !keeps(#"{"a":{"b":1,"c":1}}"#, schema, isClosed: true))
  }

  @Test func `a fault says where it is`() throws {
    let schema = try JSONText(
      parsing: #"{"properties":{"a":{"items":{"type":"string"}}}}"#.utf8)
    let value = try JSONText(parsing: #"{"a":["x",1]}"#.utf8)
    let faults = JSONSchemaValidator(schema).faults(of: value, against: schema, at: "box")
    #expect(faults == [#"box.a[1] breaks type "string": 1"#])
  }
}

extension JSONSchemaValidatorTests {
  private struct Case {
    let schema: String
    let kept: [String]
    let broken: [String]

    init(_ schema: String, _ kept: [String], _ broken: [String]) {
      (self.schema, self.kept, self.broken) = (schema, kept, broken)
    }
  }

  private static let cases: [Case] = [
    Case(#"{"type":"string"}"#, [#""""#, #""a""#], ["1", "null", "[]", "{}", "true"]),
    Case(#"{"type":"integer"}"#, ["0", "-7", "2.0", "1e3", "1e30"], ["1.5", #""1""#, "null"]),
    Case(#"{"type":"number"}"#, ["0", "1.5", "1e400"], [#""1""#, "false"]),
    Case(#"{"type":"boolean"}"#, ["true", "false"], ["0", "null", #""true""#]),
    Case(#"{"type":"null"}"#, ["null"], ["0", "false", "[]"]),
    Case(#"{"type":"array","items":{"type":"null"}}"#, ["[]", "[null]"], ["{}", "[null,1]"]),
    Case(#"{"type":"object"}"#, ["{}", #"{"a":1}"#], ["[]", "null"]),
    Case(#"{"enum":["a",1]}"#, [#""a""#, "1"], [#""b""#, "null", "2"]),
    Case(#"{"minimum":1,"maximum":5}"#, ["1", "5", "2.5", #""a""#], ["0", "6", "0.9", "5.1"]),
    Case(#"{"minLength":1,"maxLength":2}"#, [#""a""#, #""ab""#, "1"], [#""""#, #""abc""#]),
    Case(#"{"maxLength":1}"#, [#""é""#, #""😀""#], [#""e\u0301""#]),
    Case(#"{"minItems":1,"maxItems":2}"#, ["[1]", "[1,2]", "1"], ["[]", "[1,2,3]"]),
    Case(#"{"pattern":"^a+$"}"#, [#""aa""#, "1"], [#""""#, #""ab""#, #""a\n""#]),
    Case(
      #"{"format":"date-time"}"#, [#""2024-02-29T12:34:56.789Z""#, "1"],
      [#""2024-02-29""#, #""now""#, #""""#]
    ),
    Case(#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#, [#""a""#, "null"], ["1", "[]"]),
    Case(#"{"allOf":[{"type":"string"},{"maxLength":1}]}"#, [#""a""#], [#""ab""#, "1"]),
    Case(##"{"$ref":"#/a/Word"}"##, [#""a""#], ["1"]),
    Case(##"{"$ref":"#/a/None"}"##, [], [#""a""#, "1"]),
    Case(#"{"required":["a"]}"#, [#"{"a":1}"#, "1"], ["{}", #"{"b":1}"#]),
    Case(#"{"properties":{"a":{"type":"null"}}}"#, ["{}", #"{"a":null,"b":1}"#], [#"{"a":1}"#]),
    Case(
      #"{"properties":{"a":{}},"additionalProperties":false}"#, ["{}", #"{"a":1}"#],
      [#"{"a":1,"b":1}"#]
    ),
    Case("true", ["1", "null"], []), Case("false", [], ["1", "null"]), Case("{}", ["1", "{}"], []),
    Case(#"{"title":"a","description":"b","default":1,"examples":[1]}"#, ["1", "null"], []),
    Case(#"{"maximun":5}"#, [], ["1"]), Case("[]", [], ["1"]),
    Case(#"{"type":"text"}"#, [], [#""a""#]),
  ]
}
