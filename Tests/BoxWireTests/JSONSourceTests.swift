import BoxWire
import Expectations
import Testing

@Suite struct JSONSourceTests {
  @Test func `each member has its line number`() throws {
    let source = try read("{\n  \"a\": 1,\n\n  \"b\": { \"c\" : [1,\n2],\n\"d\": \"x\\n\" }\n}\n")
    let members = try require(source.members)
    expect(members.map(\.name), equals: ["a", "b"])
    expect(members.map(\.line), equals: [2, 4])
    let inner = try require(members[1].value.members)
    expect(inner.map(\.name), equals: ["c", "d"])
    expect(inner.map(\.line), equals: [4, 6])
    expect(inner[0].value.text.description, equals: "[1,2]")
    expect(inner[0].value.members == nil)
    expect(source.text.description, equals: #"{"a":1,"b":{"c":[1,2],"d":"x\n"}}"#)
  }

  @Test func `duplicate names are all present`() throws {
    let members = try require(try read("{\"a\":1,\n\"a\":{}}").members)
    expect(members.map(\.line), equals: [1, 2])
    expect(members[1].value.members?.isEmpty, equals: true)
  }

  @Test func `each element has its line number`() throws {
    let source = try read("{\"a\":\n[ 1,\n [ ],\n\n {\"b\": [2\n, \"x\" ]}]\n}")
    let elements = try require(source.members?[0].value.elements)
    expect(elements.map(\.line), equals: [2, 3, 5])
    expect(elements.map(\.text.description), equals: ["1", "[]", #"{"b":[2,"x"]}"#])
    expect(elements[0].elements == nil)
    expect(elements[1].elements?.isEmpty, equals: true)
    let inner = try require(elements[2].members?[0].value.elements)
    expect(inner.map(\.line), equals: [5, 6])
    expect(inner.map(\.text.string), equals: [nil, "x"])
    expect(source.members?[0].value.text.description, equals: #"[1,[],{"b":[2,"x"]}]"#)
  }

  @Test(arguments: [
    ("", 1), ("{\n\"a\":\n}", 3), ("{\"a\":1}\n\n{}", 3), ("{\n\"a\":{\n\"b\":tru}}", 3),
    ("{\n\"a\":[1,\n2\n,]}", 4), ("[1,\n2}", 2), ("[\n", 2),
  ])
  func `invalid JSON is an error with its line`(_ text: String, _ line: Int) throws {
    let error = try #require(throws: JSONError.self) { try read(text) }
    expect(JSONSource.line(of: error.offset, in: Array(text.utf8)), equals: line)
  }

  @Test(arguments: [("{\"a\":", "}"), ("[", "]")])
  func `a source can be nested as deeply as a request, and no deeper`(
    _ opening: String, _ closing: String
  ) throws {
    func nested(_ depth: Int) -> String {
      String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth)
    }
    _ = try read(nested(ProtocolLimits.depth))
    let error = try #require(throws: JSONError.self) { try read(nested(ProtocolLimits.depth + 1)) }
    expect(error.reason, equals: .tooDeep)
  }

  private func read(_ text: String) throws(JSONError) -> JSONSource {
    try JSONSource(parsing: Array(text.utf8))
  }
}
