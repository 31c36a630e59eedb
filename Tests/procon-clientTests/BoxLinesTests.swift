import BoxWire
import Expectations
import Testing

@testable import procon_client

struct BoxLinesTests {
  @Test func `a line is the path, a tab and compact JSON`() throws {
    let value = try JSONText(parsing: #"{"a": [1, "x\ty"]}"#.utf8)
    expect(text(BoxLines.lines([("a.b", value)])), equals: ["a.b\t" + #"{"a":[1,"x\ty"]}"#])
  }

  @Test func `a removed box is the path and a tab`() {
    expect(text(BoxLines.lines(removed: ["a.b", "c"])), equals: ["a.b\t", "c\t"])
  }

  @Test func `a value is bare when it is a string`() {
    let values = BoxLines.values([("a", JSONText("say \"x\"")), ("b", JSONText(1)), ("c", .null)])
    expect(text(values), equals: ["say \"x\"", "1", "null"])
  }

  @Test func `a value on one line has a space for each line end`() throws {
    let string = JSONText("a\r\nb\nc\u{85}d\u{2028}e\tf\n")
    let object = try JSONText(parsing: #"{"a":"x\ny"}"#.utf8)
    expect(
      text(BoxLines.oneLineValues([("a", string), ("b", object)])),
      equals: ["a b c d e\tf ", #"{"a":"x\ny"}"#])
    expect(text(BoxLines.values([("a", string)])), equals: ["a\r\nb\nc\u{85}d\u{2028}e\tf\n"])
  }

  @Test func `a path with a line end does not print a second line`() {
    expect(text(BoxLines.lines([("a\nb\t1", JSONText(1))])), equals: ["a\u{FFFD}b\u{FFFD}1\t1"])
  }

  private func text(_ lines: [[UInt8]]) -> [String] {
    lines.map { String(decoding: $0, as: UTF8.self) }
  }
}
