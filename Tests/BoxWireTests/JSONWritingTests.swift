import BoxWire
import Expectations
import SystemTestSupport
import Testing

struct JSONWritingTests {
  @Test func `every control character, quote and backslash is escaped`() {
    expect(
      JSONText("\"\\\u{8}\t\n\u{C}\r\0\u{1F}/\u{7F}").description,
      equals: #""\"\\\b\t\n\f\r\u0000\u001f/"# + "\u{7F}\"")
    for value in 0..<UInt8(0x20) {
      let text = JSONText(String(Unicode.Scalar(value)))
      expect(text.bytes.allSatisfy { $0 >= 0x20 })
      expect(JSONChecker.accepts(text.bytes))
      expect(text.string, equals: String(Unicode.Scalar(value)))
    }
  }

  @Test(arguments: [
    (Duration.zero, "0"), (.milliseconds(1500), "1500"), (.microseconds(1900), "1"),
    (.milliseconds(-1), "-1"), (.seconds(Int64.max), "9223372036854775807"),
    (.seconds(Int64.min), "-9223372036854775808"),
  ])
  func `a time is written in whole milliseconds`(time: Duration, text: String) {
    expect(JSONText(milliseconds: time).description, equals: text)
  }

  @Test func `random strings are read back unchanged, from one line`() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<3_000 {
      let string = generator.string()
      let text = JSONText(string)
      expect(!text.bytes.contains(0x0A))
      expect(JSONChecker.accepts(text.bytes))
      let read = try JSONText(parsing: text.bytes)
      expect(read, equals: text)
      expect(read.string.map { Array($0.utf8) }, equals: Array(string.utf8))
    }
  }

  @Test func `objects, arrays and scalars are written compactly`() {
    let json = JSONText(members: [
      ("a", JSONText(1)), ("b\n", JSONText(elements: [JSONText(true), .null, JSONText("x")])),
      ("c", JSONText(members: [])), ("d", JSONText(elements: [])), ("e", JSONText(false)),
    ])
    expect(json.description, equals: #"{"a":1,"b\n":[true,null,"x"],"c":{},"d":[],"e":false}"#)
  }

  @Test(arguments: [0, 1, -1, 9, 10, 99, 100, 12345, .max, .min])
  func `numbers are written in decimal`(_ number: Int) {
    var bytes: [UInt8] = []
    bytes.append(decimal: number)
    expect(String(decoding: bytes, as: UTF8.self), equals: "\(number)")
    expect(JSONText(number).description, equals: "\(number)")
  }
}

extension SeededGenerator {
  /// A string of up to 40 scalars, many of which need escapes.
  mutating func string() -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...40, using: &self) {
      let limit: UInt32 = [0x20, 0x80, 0x3000, 0x10FFFF].randomElement(using: &self)!
      let value = UInt32.random(in: 0...limit, using: &self)
      scalars.append(Unicode.Scalar(value) ?? "\\")
    }
    return String(scalars)
  }
}
