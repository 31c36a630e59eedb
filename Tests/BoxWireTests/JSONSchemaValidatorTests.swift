import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// Checks that the validator that other tests rely on refuses wrong values.
@Suite(.blocking) struct JSONSchemaValidatorTests {
  private func json(_ text: String) throws -> JSONText { try JSONText(parsing: text.utf8) }

  @Test func `a value conforms to a schema or violates it`() throws {
    let document = try json(#"{"a":{"Word":{"type":"string"}}}"#)
    let pairs = Self.cases.flatMap { test in
      test.valid.map { ($0, test.schema, true) } + test.wrong.map { ($0, test.schema, false) }
    }
    let faults = try JSONSchemaValidator(document).faults(
      of: pairs.map { (value: try json($0.0), schema: try json($0.1)) })
    expect(faults.count, equals: pairs.count)
    for ((value, schema, isValid), faults) in zip(pairs, faults) {
      expect(faults.isEmpty, equals: isValid, "\(value) \(schema)")
    }
  }

  @Test func `a closed validator refuses undescribed members`() throws {
    let schema = try json(#"{"properties":{"a":{"properties":{"b":{}}}}}"#)
    let values = [#"{"a":{"b":1}}"#, #"{"a":{"b":1},"c":1}"#, #"{"a":{"b":1,"c":1}}"#]
    let faults = try JSONSchemaValidator(schema, isClosed: true).faults(
      of: values.map { (value: try json($0), schema: schema) })
    expect(faults.map(\.isEmpty), equals: [true, false, false])
  }

  @Test func `a fault has a location`() throws {
    let schema = try json(#"{"properties":{"a":{"items":{"type":"string"}}}}"#)
    let faults = try JSONSchemaValidator(schema).faults(
      of: [(value: json(#"{"a":["x",1]}"#), schema: schema)])
    expect(faults, equals: [["$.a[1]: 1 is not of type 'string'"]])
  }
}

extension JSONSchemaValidatorTests {
  private struct Case {
    let schema: String
    let valid: [String]
    let wrong: [String]

    init(_ schema: String, _ valid: [String], _ wrong: [String]) {
      (self.schema, self.valid, self.wrong) = (schema, valid, wrong)
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
