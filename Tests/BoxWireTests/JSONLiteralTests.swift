import BoxWire
import Expectations
import Testing

struct JSONLiteralTests {
  @Test func `a value written as a Swift literal has the same text`() throws {
    let value: JSONText = [
      "text": "a \"b\"", "whole": -2, "part": 1.5, "is": true, "none": .null, "list": [1, "x", []],
      "nothing": [:],
    ]
    let text =
      #"{"text":"a \"b\"","whole":-2,"part":1.5,"is":true,"none":null,"list":[1,"x",[]],"nothing":{}}"#
    expect(value.description, equals: text)
    expect(try JSONText(parsing: value.bytes), equals: value)
    let parameters: Parameters = ["box": "shared.a", "value": 1e300, "ttl": nil]
    expect(parameters.json.description, equals: #"{"box":"shared.a","value":1e+300}"#)
    expect(JSONChecker.accepts(parameters.json.bytes))
  }
}
