import BoxClient
import BoxWire
import Expectations
import Terminal
import Testing

@testable import procon_client

struct DescriptionPageTests {
  private func lines(_ document: String, width: Int? = nil, isColoured: Bool = false) throws
    -> [String]
  {
    let description = ServiceDescription(try JSONText(parsing: document.utf8))
    return DescriptionPage(
      description, width: width, palette: Palette(isColoured: isColoured)
    ).lines
  }

  private static let document = #"""
    {"openrpc":"1.3.2","info":{"title":"procond","version":"0.1.0"},"methods":[
    {"name":"ping","summary":"Answers.","params":[],
    "result":{"name":"result","schema":{"type":"object","properties":{
    "revision":{"type":"integer","minimum":0}},"required":["revision"]}}},
    {"name":"a.b.add","summary":"Adds one.","params":[
    {"name":"text","description":"What it says.","required":true,"schema":
    {"type":"string","minLength":1,"maxLength":9}},
    {"name":"weight","required":false,"schema":{"type":"integer","minimum":1,"maximum":5,"default":1}},
    {"name":"mode","schema":{"enum":["x","y"],"default":"x"}},{"name":"more","schema":{}}]},
    {"name":"a.b.clear","params":[]}, {"name":"rpc.discover","params":[]}],
    "components":{"schemas":{
    "Any":{"description":"Any JSON."},
    "Item":{"type":"object","properties":{"id":{"type":"string","description":"Names it."},
    "note":{"anyOf":[{"type":"string"},{"type":"null"}]}},"required":["id"]}}},
    "x-boxes":{"a.b.items":{"type":"array","items":{"$ref":"#/components/schemas/Item"},
    "description":"In order."},"a.b.x":{"allOf":[{"$ref":"#/components/schemas/Any"}]}}}
    """#

  @Test func `a page has intents, methods, boxes and values in columns`() throws {
    expect(
      try lines(Self.document),
      equals: [
        "procond 0.1.0",
        "",
        "Intents",
        "a.b.add  Adds one.",
        "  text    string, 1 to 9 characters  required   What it says.",
        "  weight  whole number, 1 to 5       default 1",
        "  mode    x or y                     default x",
        "  more    anything                   optional",
        "",
        "a.b.clear",
        "",
        "Methods",
        "ping  Answers.",
        "  → revision  whole number, from 0",
        "",
        "rpc.discover",
        "",
        "Boxes",
        "a.b.items  list of Item  In order.",
        "a.b.x      Any",
        "",
        "Values",
        "Any  anything: Any JSON.",
        "",
        "Item",
        "  id    string                    Names it.",
        "  note  string or null  optional",
      ])
  }

  @Test func `on a terminal, lines are wrapped at its width`() throws {
    for width in [20, 40, 60] {
      for line in try lines(Self.document, width: width) {
        expect(line.displayWidth <= width, "\(line)")
      }
    }
    let wide = try lines(Self.document, width: 200)
    expect(wide, equals: try lines(Self.document))
  }

  @Test func `headings and names are bold with colour`() throws {
    let coloured = try lines(Self.document, isColoured: true)
    expect(coloured.contains("\u{1B}[1mIntents\u{1B}[0m"))
    expect(coloured.contains("\u{1B}[1ma.b.add  Adds one.\u{1B}[0m"))
    expect(!(try lines(Self.document).joined().contains("\u{1B}")))
  }

  @Test func `text from a daemon cannot control the terminal`() throws {
    let evil = #"\u001b[2J\n\u009b\u202e"#
    let document =
      #"{"info":{"title":"T","version":"T"},"methods":[{"name":"a.T","summary":"T","params":["#
      + #"{"name":"T","description":"T","schema":{"type":"T","minimum":"T"}},"#
      + ##"{"name":"T","schema":{"enum":["T"],"default":"T"}},{"name":"b","schema":{"$ref":"#/T"}}]}],"##
      + #""components":{"schemas":{"T":{"properties":{"T":{"description":"T"}}}}},"#
      + #""x-boxes":{"T":{"description":"T"}}}"#
    let lines = try lines(document.replacing("T", with: evil))
    expect(lines.count > 10)
    for scalar in lines.joined().unicodeScalars {
      expect(scalar.properties.generalCategory != .control)
      expect(scalar.value != 0x202E)
    }
  }

  @Test(arguments: [
    "1", "null", "[]", "{}", #"{"methods":{},"x-boxes":[],"components":1,"info":[]}"#,
    #"{"methods":[1,{"name":2},{"name":"a","params":{},"result":3}]}"#,
    #"{"methods":[{"name":"a.b","params":[1,{"name":"x"},{"name":"y","schema":7}]}]}"#,
    #"{"x-boxes":{"a":1,"b":{"type":["string"]},"c":{"anyOf":[]},"d":{"items":1}}}"#,
    #"{"components":{"schemas":{"A":null,"B":{"properties":{"x":3},"required":7}}}}"#,
  ])
  func `the readable parts of a malformed document are shown`(document: String) throws {
    _ = try lines(document, width: 10)
  }

  @Test(arguments: [
    (#"{"type":"string"}"#, "string"),
    (#"{"type":"integer","maximum":5}"#, "whole number, up to 5"),
    (#"{"type":"number","minimum":0.5}"#, "number, from 0.5"),
    (#"{"type":"boolean"}"#, "true or false"), (#"{"type":"null"}"#, "null"),
    (#"{"type":"string","format":"date-time"}"#, "date-time"),
    (
      #"{"type":"array","items":{"type":"boolean"},"minItems":1,"maxItems":2}"#,
      "list of true or false, 1 to 2 elements"
    ),
    (#"{"type":"array"}"#, "list of anything"), (#"{"type":"object"}"#, "object"),
    (#"{"type":"object","properties":{"a":{},"b":{}}}"#, "object of a, b"),
    ("true", "anything"), (#"{"enum":["a",1,null]}"#, "a or 1 or null"),
    (##"{"allOf":[{"type":"string"},{"$ref":"#/A"}]}"##, "string and A"),
  ])
  func `a schema is described briefly`(schema: String, words: String) throws {
    expect(try JSONText(parsing: schema.utf8).shape, equals: words)
  }
}
