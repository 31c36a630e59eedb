import BoxWire
import Expectations
import Testing

@testable import procon_client

struct LiveNamesTests {
  private func candidates(
    _ word: String, _ description: String, _ paths: (LiveNames) -> DescribedPaths
  ) throws -> [String] {
    let names = LiveNames(try JSONText(parsing: description.utf8))
    return SegmentCompletion(of: word).candidates(among: paths(names))
  }

  @Test func `boxes and methods are separate`() throws {
    let text = #"{"methods":[{"name":"a.set"},{"name":"ping"}],"x-boxes":{"a.light":{}}}"#
    expect(try candidates("", text, \.boxes), equals: ["a.light"])
    expect(try candidates("", text, \.methods), equals: ["a.", "ping"])
    expect(try candidates("a.", text, \.all), equals: ["a.light", "a.set"])
  }

  @Test(arguments: [
    "1", "null", "[]", "{}", #"{"methods":1,"x-boxes":[],"x-names":{"a.*":1}}"#,
    #"{"methods":[1,{"name":2}],"x-boxes":{"":1},"x-names":[]}"#,
    #"{"x-boxes":{"a.*.b":1},"x-names":{"a.*":[1,null]}}"#,
    #"{"x-boxes":{"a.*.b":1},"x-names":{"b.*":["c"]}}"#,
    #"{"\u00e9":1,"e\u0301":2}"#, #"{"x-names":{"\u00e9":1,"e\u0301":2}}"#,
  ])
  func `a malformed description has no names`(text: String) throws {
    for word in ["", "a.", "a.c."] { expect(try candidates(word, text, \.all), equals: []) }
    let names = LiveNames(try JSONText(parsing: text.utf8))
    expect(names.parameters(of: try require(Path("a.c.b"))).isEmpty)
  }

  @Test func `without an answer there are no names`() {
    expect(SegmentCompletion(of: "").candidates(among: LiveNames(nil).all), equals: [])
  }
}
