import BoxWire
import Expectations
import Testing

struct JSONSchemaTests {
  private struct Weather: JSONSchemaDescribed {
    enum Sky: String, CaseIterable, JSONSchemaDescribed {
      case clear, cloudy
    }

    let sky: Sky
    let degrees: Double
    let station: String?
    let hours: [Int]

    static let jsonSchema = JSONSchema.object([
      MemberDescription("sky", \Self.sky),
      MemberDescription("degrees", \Self.degrees, "Celsius."),
      MemberDescription("station", \Self.station),
      MemberDescription("hours", \Self.hours) { $0.count(0...24) },
    ])
  }

  private func text(_ schema: JSONSchema) -> String { schema.json.description }

  @Test func `types describe their values`() {
    expect(text(String.jsonSchema), equals: #"{"type":"string"}"#)
    expect(text(Int.jsonSchema), equals: #"{"type":"integer"}"#)
    expect(text(Double.jsonSchema), equals: #"{"type":"number"}"#)
    expect(text(Bool.jsonSchema), equals: #"{"type":"boolean"}"#)
    expect(text(JSONText.jsonSchema), equals: "{}")
    expect(text([Int].jsonSchema), equals: #"{"type":"array","items":{"type":"integer"}}"#)
    expect(text(Int?.jsonSchema), equals: #"{"anyOf":[{"type":"integer"},{"type":"null"}]}"#)
    expect(text(Weather.Sky.jsonSchema), equals: #"{"type":"string","enum":["clear","cloudy"]}"#)
  }

  @Test func `members have the types of their properties`() {
    expect(
      text(Weather.jsonSchema),
      equals: #"{"type":"object","properties":{"sky":{"type":"string","enum":["clear","cloudy"]},"#
        + #""degrees":{"type":"number","description":"Celsius."},"#
        + #""station":{"anyOf":[{"type":"string"},{"type":"null"}]},"#
        + #""hours":{"type":"array","items":{"type":"integer"},"minItems":0,"maxItems":24}},"#
        + #""required":["sky","degrees","hours"]}"#)
  }

  @Test func `constraints are in the schema`() {
    expect(text(.integer.range(1...5)), equals: #"{"type":"integer","minimum":1,"maximum":5}"#)
    expect(
      text(.number.range(0.001...2)), equals: #"{"type":"number","minimum":0.001,"maximum":2}"#)
    expect(text(.string.length(1...2)), equals: #"{"type":"string","minLength":1,"maxLength":2}"#)
    expect(text(.string.pattern("^a$")), equals: #"{"type":"string","pattern":"^a$"}"#)
    expect(text(.string.dateTime), equals: #"{"type":"string","format":"date-time"}"#)
    expect(text(.integer.minimum(1).minimum(2)), equals: #"{"type":"integer","minimum":2}"#)
    expect(
      text(.object([MemberDescription("a", .string, isRequired: false)], isClosed: true)),
      equals:
        #"{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}"#)
  }

  @Test func `a named schema is referenced, however deep it is nested`() {
    let word = JSONSchema.string.length(1...9).named("Word")
    expect(text(word), equals: ##"{"$ref":"#/components/schemas/Word"}"##)
    let definition = #"{"title":"Word","type":"string","minLength":1,"maxLength":9}"#
    for schema in [
      word, .array(of: word), .any(of: .null, word), .object([MemberDescription("a", word)]),
      word.described("A word."), JSONSchema.array(of: word).named("Words"),
    ] {
      expect(schema.definitions["Word"]?.description, equals: definition)
    }
    expect(JSONSchema.array(of: word).named("Words").definitions.count, equals: 2)
  }

  @Test func `a description beside a reference is kept`() {
    let schema = JSONSchema.string.named("Word").described("A word.")
    expect(
      text(schema),
      equals: ##"{"allOf":[{"$ref":"#/components/schemas/Word"}],"description":"A word."}"##)
  }

  @Test func `numbers are written as JSON numbers`() {
    for (number, text) in [
      (21.5, "21.5"), (2, "2"), (-0.001, "-0.001"), (1e300, "1e+300"), (31_536_000, "31536000"),
    ] {
      expect(JSONText(number).description, equals: text)
      expect((try? JSONText(parsing: text.utf8))?.double, equals: number)
    }
  }
}
