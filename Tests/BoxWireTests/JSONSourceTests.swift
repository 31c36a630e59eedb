import BoxWire
import Testing

@Suite struct JSONSourceTests {
  @Test func `each member has its line number`() throws {
    let source = try read("{\n  \"a\": 1,\n\n  \"b\": { \"c\" : [1,\n2],\n\"d\": \"x\\n\" }\n}\n")
    let members = try #require(source.members)
    #expect(members.map(\.name) == ["a", "b"])
    #expect(members.map(\.line) == [2, 4])
    let inner = try #require(members[1].value.members)
    #expect(inner.map(\.name) == ["c", "d"])
    #expect(inner.map(\.line) == [4, 6])
    #expect(inner[0].value.text.description == "[1,2]")
    #expect(inner[0].value.members == nil)
    #expect(source.text.description == #"{"a":1,"b":{"c":[1,2],"d":"x\n"}}"#)
  }

  @Test func `duplicate names are all present`() throws {
    let members = try #require(try read("{\"a\":1,\n\"a\":{}}").members)
    #expect(members.map(\.line) == [1, 2])
    #expect(members[1].value.members?.isEmpty == true)
  }

  @Test(arguments: [
    ("", 1), ("{\n\"a\":\n}", 3), ("{\"a\":1}\n\n{}", 3), ("{\n\"a\":{\n\"b\":tru}}", 3),
  ])
  func `invalid JSON is an error with its line`(_ text: String, _ line: Int) throws {
    let error = try #require(throws: JSONError.self) { try read(text) }
    #expect(JSONSource.line(of: error.offset, in: Array(text.utf8)) == line)
  }

  @Test func `a source can be nested as deeply as a request, and no deeper`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
    }
    _ = try read(nested(ProtocolLimits.depth))
    let error = try #require(throws: JSONError.self) { try read(nested(ProtocolLimits.depth + 1)) }
    #expect(error.reason == .tooDeep)
  }

  private func read(_ text: String) throws(JSONError) -> JSONSource {
    try JSONSource(parsing: Array(text.utf8))
  }
}
